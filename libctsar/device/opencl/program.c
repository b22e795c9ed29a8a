/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs of an OpenCL device: built once, from the cache on disk where that has them.  What does
 * not build is remembered with its message. */
#include "device/opencl/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/opencl/program_cache.h"
#include "threads/ending.h"

/* What the arguments' types can be asked by. */
#define ARG_INFO " -cl-kernel-arg-info"

typedef struct program {
    const void *text; /* source or binary, as the kernel has it ... */
    char *source;     /* ... and a copy: another kernel may come to lie at the same address */
    char *options;
    cl_program program;
    char *failure; /* NULL: it is built */
} program;

struct ctsar__cl_program {
    program built;
    bool underway; /* a thread builds it */
    char *name;
    ctsar__cl_kernel object[CTSAR__SLOTS];
    ctsar__cl_program *next;
};

static const char *name_of(const ctsar_kernel *k)
{
    return k->opencl_name ? k->opencl_name : k->name;
}

static const char *options_of(const ctsar_kernel *k)
{
    return k->opencl_options ? k->opencl_options : "";
}

/* ---- What went wrong -------------------------------------------------------------- */

/* The number behind the first ':' that is followed by LINE:COLUMN:, as compilers write it; the
 * message stands at *message. */
static long line_in(const char *text, const char *end, const char **message)
{
    for (const char *c = text; c < end; ++c) {
        int line, column, length = 0;
        if (*c == ':' && sscanf(c, ":%d:%d:%n", &line, &column, &length) == 2 && length) {
            *message = c + length;
            return line;
        }
    }
    return 0;
}

/* Line `number` of the source, without what indents it. */
static const char *source_line(const char *source, long number, int *length)
{
    while (number > 1 && source && (source = strchr(source, '\n')) != NULL)
        source++, number--;
    if (!source)
        source = "";
    source += strspn(source, " \t");
    *length = (int)strcspn(source, "\r\n");
    return source;
}

/* Appends the log's line, with the line of the source that it speaks of. */
static void append_error(char *text, size_t room, const char *source, const char *line, int length)
{
    const char *message = line;
    size_t used = strlen(text);
    int shown = 0;
    long number = line_in(line, line + length, &message);
    const char *code = number ? source_line(source, number, &shown) : "";
    int rest = (int)(line + length - message);
    message += strspn(message, " ");
    if (number)
        snprintf(text + used, room - used, "%sline %ld: %.*s: \"%.*s\"", used ? "; " : "", number,
                 rest > 0 ? (int)(line + length - message) : 0, message, shown, code);
    else
        snprintf(text + used, room - used, "%s%.*s", used ? "; " : "", length, line);
}

/* The log's errors in one line; without any, its beginning. */
static void summarise(char *text, size_t room, const char *log, const char *source)
{
    *text = '\0';
    for (const char *line = log; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        const char *error = strstr(line, "error"), *message;
        if (error && error < line + length && line_in(line, line + length, &message))
            append_error(text, room, source, line, length);
    }
    if (!*text)
        snprintf(text, room, "%s", log);
}

static char *build_log(ctsar__opencl *o, cl_program program)
{
    size_t size = 0;
    o->cl->GetProgramBuildInfo(program, o->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = calloc(1, size + 1);
    if (log)
        o->cl->GetProgramBuildInfo(program, o->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

static char *failure_of(ctsar__opencl *o, const ctsar_kernel *k, cl_program program, cl_int error)
{
    enum { ROOM = 1024 };
    char *log = program ? build_log(o, program) : NULL, *text = calloc(1, ROOM);
    char summary[ROOM / 2];
    if (text) {
        summarise(summary, sizeof summary, log ? log : "", k->opencl_source);
        snprintf(text, ROOM, "kernel %s does not build for %s: %s", name_of(k), o->base.name,
                 *summary ? summary : ctsar__cl_error_name(error));
    }
    free(log);
    return text;
}

int ctsar__opencl_ends(const ctsar__opencl *o, const ctsar_kernel *k)
{
    return ctsar__error(CTSAR_EDEVICE, "%s: kernel %s is not built any more, as the process ends",
                        o->base.name, k->name);
}

/* ---- Building ---------------------------------------------------------------------- */

static cl_int build(ctsar__opencl *o, cl_program program, const char *options)
{
    size_t room = strlen(options) + sizeof ARG_INFO;
    char *all = malloc(room);
    if (!all)
        return CL_OUT_OF_HOST_MEMORY;
    snprintf(all, room, "%s" ARG_INFO, options);
    cl_int error = o->cl->BuildProgram(program, 1, &o->id, all, NULL, NULL);
    free(all);
    return error;
}

/* NULL where the device does not take the binary. */
static cl_program from_binary(ctsar__opencl *o, const void *binary, size_t size,
                              const char *options, cl_int *error)
{
    const unsigned char *bytes = binary;
    cl_int status = CL_SUCCESS;
    cl_program p =
        o->cl->CreateProgramWithBinary(o->context, 1, &o->id, &size, &bytes, &status, error);
    if (!*error)
        *error = status ? status : build(o, p, options);
    if (*error && p) {
        o->cl->ReleaseProgram(p);
        p = NULL;
    }
    return p;
}

static void keep(ctsar__opencl *o, const char *key, cl_program program)
{
    size_t size = 0;
    if (!o->cache_dir ||
        o->cl->GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) || !size)
        return;
    unsigned char *binary = malloc(size);
    if (binary &&
        !o->cl->GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL))
        ctsar__program_cache_store(o->cache_dir, key, binary, size);
    free(binary);
}

/* All that a binary depends on. */
static char *key_of(const ctsar__opencl *o, const ctsar_kernel *k)
{
    size_t room = strlen(o->identity) + strlen(options_of(k)) + strlen(k->opencl_source) + 32;
    char *key = malloc(room);
    if (key)
        snprintf(key, room, "%d.%d.%d\n%s%s\n%s", CTSAR_VERSION_MAJOR, CTSAR_VERSION_MINOR,
                 CTSAR_VERSION_PATCH, o->identity, options_of(k), k->opencl_source);
    return key;
}

static cl_program from_source(ctsar__opencl *o, const ctsar_kernel *k, char **failure)
{
    cl_int error = CL_SUCCESS;
    size_t size = 0;
    char *key = key_of(o, k);
    void *binary = key ? ctsar__program_cache_load(o->cache_dir, key, &size) : NULL;
    cl_program p = binary ? from_binary(o, binary, size, options_of(k), &error) : NULL;
    free(binary);
    if (!p) {
        p = o->cl->CreateProgramWithSource(o->context, 1, (const char **)&k->opencl_source, NULL,
                                           &error);
        if (!error)
            error = build(o, p, options_of(k));
        if (error)
            *failure = failure_of(o, k, p, error);
        else if (key)
            keep(o, key, p);
    }
    free(key);
    return p;
}

static void build_for(ctsar__opencl *o, const ctsar_kernel *k, program *b)
{
    cl_int error = CL_SUCCESS;
    if (k->opencl_source) {
        b->program = from_source(o, k, &b->failure);
        return;
    }
    b->program = from_binary(o, k->opencl_binary, k->opencl_binary_size, options_of(k), &error);
    if (!b->program)
        b->failure = failure_of(o, k, NULL, error);
}

/* ---- What has been built ------------------------------------------------------------ */

static bool is_for(const ctsar__cl_program *p, const ctsar_kernel *k)
{
    const void *text = k->opencl_source ? (const void *)k->opencl_source : k->opencl_binary;
    return p->built.text == text && !strcmp(p->name, name_of(k)) &&
           !strcmp(p->built.options, options_of(k)) &&
           (!k->opencl_source || !strcmp(p->built.source, k->opencl_source));
}

static void destroy(ctsar__opencl *o, ctsar__cl_program *p)
{
    for (int i = 0; i < CTSAR__SLOTS; ++i) {
        if (p->object[i].kernel) {
            o->cl->ReleaseKernel(p->object[i].kernel);
            pthread_mutex_destroy(&p->object[i].lock);
        }
        free(p->object[i].type);
    }
    if (p->built.program)
        o->cl->ReleaseProgram(p->built.program);
    free(p->built.source);
    free(p->built.options);
    free(p->built.failure);
    free(p->name);
    free(p);
}

void ctsar__opencl_forget_programs(ctsar__opencl *o)
{
    while (o->programs) {
        ctsar__cl_program *p = o->programs;
        o->programs = p->next;
        destroy(o, p);
    }
}

static ctsar__cl_program *find(const ctsar__opencl *o, const ctsar_kernel *k)
{
    ctsar__cl_program *p = o->programs;
    while (p && !is_for(p, k))
        p = p->next;
    return p;
}

/* A program that is still to be built, in the list. */
static ctsar__cl_program *add(ctsar__opencl *o, const ctsar_kernel *k)
{
    ctsar__cl_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->built.text = k->opencl_source ? (const void *)k->opencl_source : k->opencl_binary;
    p->built.source = strdup(k->opencl_source ? k->opencl_source : "");
    p->built.options = strdup(options_of(k));
    p->name = strdup(name_of(k));
    if (!p->built.source || !p->built.options || !p->name) {
        destroy(o, p);
        return NULL;
    }
    p->underway = true;
    p->next = o->programs;
    o->programs = p;
    return p;
}

/* NULL: there is no memory. */
static ctsar__cl_program *find_or_build(ctsar__opencl *o, const ctsar_kernel *k)
{
    ctsar__cl_program *p = find(o, k);
    if (!p && (p = add(o, k)) != NULL) {
        pthread_mutex_unlock(&o->building);
        build_for(o, k, &p->built);
        pthread_mutex_lock(&o->building);
        p->underway = false;
        pthread_cond_broadcast(&o->built);
    }
    return p;
}

/* Under the lock, but not while it builds: others launch meanwhile. */
static int obtain(ctsar__opencl *o, const ctsar_kernel *k, ctsar__cl_program **p)
{
    *p = find(o, k);
    if (!*p) {
        pthread_mutex_unlock(&o->building);
        bool may = ctsar__ending_hold();
        pthread_mutex_lock(&o->building);
        if (!may)
            return ctsar__opencl_ends(o, k);
        *p = find_or_build(o, k);
        ctsar__ending_release();
    }
    while (*p && (*p)->underway)
        pthread_cond_wait(&o->built, &o->building);
    return *p ? CTSAR_OK
              : ctsar__error(CTSAR_ENOMEM, "%s: no memory for kernel %s", o->base.name, k->name);
}

/* The group that the device can execute: what was asked for, or no more than it can. */
static size_t local_size(ctsar__opencl *o, const ctsar_kernel *k, cl_kernel kernel)
{
    size_t most = CTSAR__CL_LOCAL;
    o->cl->GetKernelWorkGroupInfo(kernel, o->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                  NULL);
    size_t local = k->local_size ? k->local_size : CTSAR__CL_LOCAL;
    while (!k->local_size && local > most && local > 1)
        local /= 2;
    return local;
}

static int make_object(ctsar__opencl *o, const ctsar_kernel *k, ctsar__cl_program *p,
                       ctsar__cl_kernel *object)
{
    cl_int error = CL_SUCCESS;
    if (p->built.failure)
        return ctsar__error(CTSAR_EDEVICE, "%s", p->built.failure);
    cl_kernel kernel = o->cl->CreateKernel(p->built.program, p->name, &error);
    if (error == CL_INVALID_KERNEL_NAME)
        return ctsar__error(CTSAR_EINVAL,
                            "the OpenCL program of kernel %s has no __kernel called %s; "
                            "opencl_name names it",
                            k->name, p->name);
    if (error)
        return ctsar__opencl_error(o, "a kernel", error);
    *object = (ctsar__cl_kernel){.kernel = kernel, .local = local_size(o, k, kernel)};
    pthread_mutex_init(&object->lock, NULL);
    return CTSAR_OK;
}

int ctsar__opencl_kernel(ctsar__opencl *o, const ctsar_kernel *k, int slot,
                         ctsar__cl_kernel **kernel)
{
    ctsar__cl_program *p;
    pthread_mutex_lock(&o->building);
    int status = obtain(o, k, &p);
    if (!status && !p->object[slot].kernel)
        status = make_object(o, k, p, &p->object[slot]);
    if (!status)
        *kernel = &p->object[slot];
    pthread_mutex_unlock(&o->building);
    return status;
}

void ctsar__opencl_build(ctsar__device *device, const ctsar_kernel *k)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    ctsar__cl_program *p;
    pthread_mutex_lock(&o->building);
    (void)obtain(o, k, &p); /* the launch says why */
    pthread_mutex_unlock(&o->building);
}

bool ctsar__opencl_built(ctsar__device *device, const ctsar_kernel *k)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    pthread_mutex_lock(&o->building);
    const ctsar__cl_program *p = find(o, k);
    bool built = p && !p->underway;
    pthread_mutex_unlock(&o->building);
    return built;
}
