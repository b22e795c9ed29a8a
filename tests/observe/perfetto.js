// SPDX-License-Identifier: BSD-3-Clause
//
// Asks Perfetto's trace processor about a trace.
// usage: node perfetto.js FOLDER TRACE SQL
//
// FOLDER has engine_bundle.js and trace_processor.wasm, which Perfetto's page loads into a worker; an
// object with a worker's names stands in for it here. SQL gives one row of one text, which is
// written to standard output. Field numbers are those of Perfetto's trace_processor.proto.
"use strict";
const fs = require("fs");
const path = require("path");

const [folder, trace, sql] = process.argv.slice(2);
const read = name => new Uint8Array(fs.readFileSync(path.join(folder, path.basename(name))));

function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 | 128);
  return Buffer.from([...bytes, value]);
}

const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);

// The values of a message's fields of that number: a number, or what the field's bytes are.
function values(message, field) {
  const found = [];
  let at = 0;
  const next = () => {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = message[at++];
      value += byte % 128 * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = next();
    let value;
    if (key % 8 === 0) {
      value = next();
    } else {
      const length = {1: 8, 2: null, 5: 4}[key % 8] ?? next();
      value = message.subarray(at, at += length);
    }
    if (key >> 3 === field) found.push(value);
  }
  return found;
}

const text = message => Buffer.from(message).toString();
const fail = why => {
  console.error(`perfetto.js: ${why}`);
  process.exit(1);
};

function answered(reply) {
  for (const message of values(reply, 1)) {
    for (const why of values(message, 5)) fail(text(why));
    for (const result of values(message, 203)) {
      for (const why of values(result, 2)) fail(text(why));
      for (const batch of values(result, 3))
        for (const cells of values(batch, 5)) process.stdout.write(text(cells).replace(/\0$/, ""));
      if (values(result, 3).some(batch => values(batch, 6)[0])) process.exit(0);
    }
  }
}

let sent = 0;
const request = (port, kind, ...more) => {
  const message = Buffer.concat([number(1, sent++), number(2, kind), ...more]);
  port.onmessage({data: new Uint8Array(bytes(1, message))});
};

class Wasm { // the one file that is asked for
  open(method, name) { this.name = name; }
  send() { this.response = read(this.name).buffer; }
}

const worker = {location: {href: "file:///engine_bundle.js"}};
const chatter = {log: console.error, warn: console.error, error: console.error};
new Function("self", "process", "WorkerGlobalScope", "XMLHttpRequest", "console",
             text(read("engine_bundle.js")))(worker, undefined, Wasm, Wasm, chatter);
const port = {postMessage: answered};
worker.onmessage({data: port});

setTimeout(() => { // the module's promises come first
  request(port, 1, bytes(101, fs.readFileSync(trace)));
  request(port, 2);
  request(port, 3, bytes(103, bytes(1, Buffer.from(sql))));
}, 0);
