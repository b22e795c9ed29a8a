/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The transport on MPI: the only file that is compiled with mpi.h, a plugin for each
 * implementation. */
#define _GNU_SOURCE
#include "node/mpi.h"

#include <dlfcn.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 30 }; /* counts of MPI are ints */

static MPI_Comm comm = MPI_COMM_NULL;
static int size;
static bool ours; /* MPI was initialised here */

static bool refuse(char *why, size_t room, const char *text)
{
    snprintf(why, room, "%s", text);
    return false;
}

/* Initialises MPI where the program has not, which then need not see its stack traces: the
 * library's errors are one line, and check mode handles faults itself. */
static bool initialise(int *level, char *why, size_t room)
{
    int is, was;
    MPI_Initialized(&is);
    MPI_Finalized(&was);
    if (was)
        return refuse(why, room, "MPI has been finalised; use ctsar before MPI_Finalize");
    if (is)
        return MPI_Query_thread(level) == MPI_SUCCESS;
#ifdef OPEN_MPI
    setenv("OMPI_MCA_opal_signal", "", 0);
#endif
    ours = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, level) == MPI_SUCCESS;
    return ours || refuse(why, room, "MPI cannot be initialised");
}

static bool check_thread(int level, char *why, size_t room)
{
    int main_thread;
    if (level == MPI_THREAD_SINGLE)
        return refuse(why, room,
                      "MPI was initialised for a single thread (MPI_THREAD_SINGLE); call "
                      "MPI_Init_thread with MPI_THREAD_FUNNELED or more");
    MPI_Is_thread_main(&main_thread);
    return level != MPI_THREAD_FUNNELED || main_thread ||
           refuse(why, room,
                  "MPI was initialised with MPI_THREAD_FUNNELED by another thread; open the first "
                  "region on that one, or call MPI_Init_thread with MPI_THREAD_SERIALIZED");
}

/* Both implementations have the function, in versions that know CUDA at all. */
static bool knows_cuda(void)
{
    int (*query)(void);
    void *found = dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support");
    memcpy(&query, &found, sizeof query);
    return found && query() == 1;
}

static bool open_comm(const void *given, bool asked, ctsar__world *world, char *why, size_t room)
{
    int level;
    if (!initialise(&level, why, room) || !check_thread(level, why, room))
        return false;
    if (!ours && !asked)
        return refuse(why, room,
                      "the program uses MPI itself, and may have other data on each rank");
    MPI_Comm local;
    MPI_Comm_dup(given ? *(const MPI_Comm *)given : MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_size(comm, &size);
    *world = (ctsar__world){.size = size,
                            .funneled = level == MPI_THREAD_FUNNELED,
                            .meanwhile = level == MPI_THREAD_MULTIPLE,
                            .cuda = knows_cuda()};
    MPI_Allreduce(&world->funneled, &world->any_funneled, 1, MPI_C_BOOL, MPI_LOR, comm);
    MPI_Comm_rank(comm, &world->rank);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, world->rank, MPI_INFO_NULL, &local);
    MPI_Comm_rank(local, &world->local_rank);
    MPI_Comm_size(local, &world->local_size);
    MPI_Comm_free(&local);
    return true;
}

static bool callable(void)
{
    int is, was, level, main_thread;
    MPI_Initialized(&is);
    MPI_Finalized(&was);
    if (!is || was)
        return false;
    MPI_Query_thread(&level);
    MPI_Is_thread_main(&main_thread);
    return level >= MPI_THREAD_SERIALIZED || main_thread;
}

static void allgather(const void *mine, void *all, size_t bytes)
{
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm);
}

/* ---- Parts of arrays ------------------------------------------------------------------- */

/* `count` times the type, whose beginnings lie `apart` bytes apart; frees it.  Counts that are no
 * int are made of whole chunks and a rest. */
static MPI_Datatype repeated(size_t count, size_t apart, MPI_Datatype one)
{
    MPI_Datatype chunk, pair[2], all;
    size_t chunks = count / CHUNK, rest = count % CHUNK;
    if (chunks == 0) {
        MPI_Type_create_hvector((int)count, 1, (MPI_Aint)apart, one, &all);
    } else {
        MPI_Type_create_hvector(CHUNK, 1, (MPI_Aint)apart, one, &chunk);
        MPI_Type_create_hvector((int)chunks, 1, (MPI_Aint)(apart * CHUNK), chunk, &pair[0]);
        MPI_Type_create_hvector((int)rest, 1, (MPI_Aint)apart, one, &pair[1]);
        MPI_Type_create_struct(2, (int[]){1, 1},
                               (MPI_Aint[]){0, (MPI_Aint)(apart * chunks * CHUNK)}, pair, &all);
        MPI_Type_free(&chunk);
        MPI_Type_free(&pair[0]);
        MPI_Type_free(&pair[1]);
    }
    if (one != MPI_BYTE)
        MPI_Type_free(&one);
    return all;
}

static MPI_Datatype type_of(const ctsar__part *p)
{
    MPI_Datatype type = repeated(p->width, 1, MPI_BYTE);
    type = repeated(p->groups, p->apart, type);
    type = repeated(p->blocks, p->block, type);
    MPI_Type_commit(&type);
    return type;
}

static void broadcast(char *array, const ctsar__part *p, int root)
{
    MPI_Datatype type = type_of(p);
    MPI_Bcast(array + p->at, 1, type, root, comm);
    MPI_Type_free(&type);
}

/* Is the part one stretch of bytes that ints can count? */
static bool plain(const ctsar__part *p)
{
    return p->width == 0 ||
           (p->blocks == 1 && p->groups == 1 && p->at <= INT_MAX && p->width <= INT_MAX);
}

static void gather(char *array, const ctsar__part *part, int *count, int *at)
{
    for (int r = 0; r < size; ++r) {
        count[r] = (int)part[r].width;
        at[r] = part[r].width ? (int)part[r].at : 0;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, array, count, at, MPI_BYTE, comm);
}

static void share(void *array, const ctsar__part *part)
{
    int count[size], at[size], plains = 0, parts = 0;
    for (int r = 0; r < size; ++r) {
        plains += plain(&part[r]);
        parts += part[r].width > 0;
    }
    if (plains == size && parts > 1) {
        gather(array, part, count, at);
        return;
    }
    for (int r = 0; r < size; ++r)
        if (part[r].width > 0)
            broadcast(array, &part[r], r);
}

static void begin_one(const ctsar__parcel *p, MPI_Request *request)
{
    MPI_Datatype type = type_of(&p->part);
    char *at = (char *)p->array + p->part.at;
    if (p->out)
        MPI_Isend(at, 1, type, p->peer, 0, comm, request);
    else
        MPI_Irecv(at, 1, type, p->peer, 0, comm, request);
    MPI_Type_free(&type); /* once the message is over */
}

/* What comes lies before what goes. */
typedef struct messages {
    int in, all;
    MPI_Request request[];
} messages;

static void begin_all(messages *m, const ctsar__parcel *parcel, int count, bool out)
{
    for (int i = 0; i < count; ++i)
        if (parcel[i].out == out)
            begin_one(&parcel[i], &m->request[m->all++]);
}

static void *begin(const ctsar__parcel *parcel, int count)
{
    messages *m = malloc(sizeof *m + (size_t)count * sizeof *m->request);
    if (!m) {
        fprintf(stderr, "ctsar: no memory for %d messages between nodes\n", count);
        MPI_Abort(comm, 1);
        abort();
    }
    m->all = 0;
    begin_all(m, parcel, count, false);
    m->in = m->all;
    begin_all(m, parcel, count, true);
    return m;
}

static bool come(void *all)
{
    messages *m = all;
    MPI_Status status;
    int come = true, gone;
    for (int i = 0; i < m->in && come; ++i) /* those that were here before are none any more */
        MPI_Test(&m->request[i], &come, &status);
    gone = come;
    for (int i = m->in; i < m->all && gone; ++i)
        MPI_Test(&m->request[i], &gone, &status);
    return come;
}

static void wait_for(messages *m, int count)
{
    MPI_Status status;
    for (int i = 0; i < count; ++i)
        MPI_Wait(&m->request[i], &status); /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static void arrive(void *all)
{
    messages *m = all;
    wait_for(m, m->in);
}

static void finish(void *all)
{
    messages *m = all;
    wait_for(m, m->all);
    free(m);
}

/* ---- The end ------------------------------------------------------------------------------ */

static void end_job(void)
{
    MPI_Abort(comm, 1);
}

static void close_comm(void)
{
    MPI_Comm_free(&comm);
    if (ours)
        MPI_Finalize();
}

__attribute__((visibility("default"))) const ctsar__transport ctsar__transport_of_plugin = {
    .version = CTSAR__TRANSPORT_VERSION,
    .open = open_comm,
    .callable = callable,
    .allgather = allgather,
    .share = share,
    .begin = begin,
    .come = come,
    .arrive = arrive,
    .finish = finish,
    .abort = end_job,
    .close = close_comm,
};
