#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a tool's manual page and its completions for bash and zsh from what its --help prints.

usage: manual.py NAME VERSION FOLDER COMMAND...

COMMAND prints the help. FOLDER/NAME.1, FOLDER/NAME (bash) and FOLDER/_NAME (zsh) are written. Of
the help this is expected: `usage:` first; a line that begins with two to four blanks and a dash is
an option, its text after two blanks more, or on the lines below, further to the right.
"""

import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

OPTION = re.compile(r"^ {2,4}(-\S.*?)(?: {2,}(\S.*))?$")
FURTHER = 8  # blanks before the rest of an option's text


@dataclass
class Option:
    spelled: str  # "-h, --help" "--svg FILE" "--cc=COMPILER"
    text: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        return [re.split(r"[ =[]", one)[0] for one in self.spelled.split(", ")]

    def value(self) -> str:
        """What follows the name: " FILE", "=COMPILER", or nothing."""
        return self.spelled.split(", ")[-1][len(self.names()[-1]) :]

    def about(self) -> str:
        return " ".join(self.text)


@dataclass
class Help:
    usage: list[str] = field(default_factory=list)
    before: list[list[str]] = field(default_factory=list)  # blocks of lines
    options: list[Option] = field(default_factory=list)
    after: list[list[str]] = field(default_factory=list)

    def summary(self) -> str:
        return re.split(r"\.( |$)", " ".join(self.before[0]))[0]


def blocks(lines: list[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [block for block in found if block]


def take_usage(lines: list[str]) -> list[str]:
    """The lines of the usage, which are removed."""
    usage = [lines.pop(0).removeprefix("usage: ")]
    while lines and lines[0].startswith(" "):
        usage.append(lines.pop(0).strip())
    return usage


def parse(text: str) -> Help:
    lines = text.splitlines()
    result, before, after = Help(take_usage(lines)), list[str](), list[str]()
    open_option = False
    for line in lines:
        found = OPTION.match(line)
        indent = len(line) - len(line.lstrip())
        if found:
            result.options.append(Option(found[1], [found[2]] if found[2] else []))
            open_option = True
        elif open_option and line.strip() and indent >= FURTHER:
            result.options[-1].text.append(line.strip())
        else:
            open_option = False
            (after if result.options else before).append(line)
    result.before, result.after = blocks(before), blocks(after)
    return result


# ---- The manual page -----------------------------------------------------------------------


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def block_lines(block: list[str]) -> list[str]:
    if any(line.startswith(" ") for line in block):  # a table
        return [".PP", ".nf", *map(roff, block), ".fi"]
    return [".PP", *map(roff, block)]


def after_lines(help_text: Help) -> list[str]:
    lines: list[str] = []
    for block in help_text.after:
        heading, _, rest = block[0].partition(": ")
        if heading == "Exit status":
            lines += [".SH EXIT STATUS", *map(roff, [rest, *block[1:]])]
        else:
            lines += ([] if lines else [".SH NOTES"]) + block_lines(block)
    return lines


def page(name: str, version: str, h: Help) -> str:
    description = [
        line for block in h.before if block != ["options:"] for line in block_lines(block)
    ]
    options = [
        line
        for option in h.options
        for line in (".TP", f".B {roff(option.spelled)}", *map(roff, option.text))
    ]
    return "\n".join(
        [
            f'.TH {name.upper()} 1 "" "ctsar {version}" "User Commands"',
            *(".SH NAME", f"{name} \\- {roff(h.summary())}"),
            *(".SH SYNOPSIS", ".nf", *map(roff, h.usage), ".fi"),
            *(".SH DESCRIPTION", *description),
            *(".SH OPTIONS", *options),
            *after_lines(h),
            "",
        ]
    )


# ---- Completions ---------------------------------------------------------------------------


def literal(option: Option) -> bool:
    """Is the value one of a few words, rather than a name for any?"""
    return option.value()[1:].islower()


def bash_words(h: Help) -> list[str]:
    """Options as they are typed, up to the value."""
    return [
        option.spelled if literal(option) else name + ("=" if option.value()[:1] == "=" else "")
        for option in h.options
        for name in option.names()
    ]


def bash(name: str, h: Help) -> str:
    function = "_" + name.replace("-", "_")
    words = " ".join(bash_words(h))
    return f"""# bash completion for {name}, made from its --help
{function}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}}
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "{words}" -- "$cur")
        [[ ${{COMPREPLY[0]}} != *= ]] || compopt -o nospace 2>/dev/null || true
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}}
complete -o filenames -F {function} {name}
"""


def zsh_text(text: str) -> str:
    return text.translate({ord("["): "(", ord("]"): ")", ord("'"): None, ord(":"): "\\:"})


def zsh_option(option: Option) -> list[str]:
    """Specifications for _arguments, one for each name."""
    value, about = option.value(), zsh_text(option.about())
    if literal(option):
        return [f"{option.names()[0]}=-[{about}]::value:({value[1:]})"]
    how = {"": "", " ": "=", "=": "=-"}[value[:1]]
    takes = f":{zsh_text(value[1:])}:_files" if value else ""
    return [
        f"{name}{how if name.startswith('--') else ''}[{about}]{takes}" for name in option.names()
    ]


def zsh(name: str, h: Help) -> str:
    literals = {o.names()[0] for o in h.options if literal(o)}  # one line for both forms
    kept = [o for o in h.options if literal(o) or o.names()[0] not in literals]
    words = [word for option in kept for word in zsh_option(option)]
    lines = " \\\n".join(f"    '{word}'" for word in [*words, "*:file:_files"])
    return f"#compdef {name}\n# made from its --help\n_arguments \\\n{lines}\n"


# ---- The command ---------------------------------------------------------------------------


def main() -> None:
    name, version, folder, *command = sys.argv[1:]
    environment = {**os.environ, "COLUMNS": "80"}
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    h = parse(printed.stdout)
    if not (h.usage and h.before and h.options):
        sys.exit(f"manual.py: what {name} --help prints has no usage, no text or no options")
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.1").write_text(page(name, version, h))
    (out / name).write_text(bash(name, h))
    (out / f"_{name}").write_text(zsh(name, h))


if __name__ == "__main__":
    main()
