// Structs: fields, members as arrays, pointers.

// independent
LOOP(all_fields)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        pt[i].x = b[i];
        pt[i].y = c[i];
        pt[i].z = 1;
    }
}

// independent: the others stay as they were
LOOP(one_field)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i].x = b[i] * 2;
}

// independent: one field is written, another one of a neighbour read
LOOP(another_field_of_a_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i].x = pt[i - 1].y + 1;
}

// dependent: the same field of a neighbour
LOOP(the_same_field_of_a_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i].x = pt[i - 1].x + pt[i].y;
}

// independent: a struct is assigned
LOOP(struct_assigned)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i] = qt[N - 1 - i];
}

// dependent: a struct is assigned to the next one
LOOP(struct_assigned_to_the_next)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i + 1] = pt[i];
}

// independent: an array within a struct
LOOP(array_within_a_struct)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            cells[i].v[k] = cells[i].v[3 - k] * 0 + k + i;
}

// independent: mixed types
LOOP(mixed_types)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        cells[i].count += cells[i].tag;
        cells[i].v[1] = cells[i].count;
    }
}

// independent: a pointer to the struct
LOOP(pointer_to_the_struct)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct point *p = &pt[i];
        p->x += p->y;
        p->z = 0;
    }
}

// independent: arrays within one struct of the file
static struct {
    double grid[M][M], old[M][M];
    int steps;
} world;
LOOP(arrays_within_one_struct)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            world.old[i][j] = i * j;
#pragma ctsar for hetero(1)
    for (int i = 1; i < M - 1; i++)
        for (int j = 1; j < M - 1; j++)
            world.grid[i][j] = world.old[i - 1][j] + world.old[i + 1][j];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = world.grid[i][j];
}

// data: the pointer leads to the struct itself
static void struct_by_another_name(const double (*from)[M])
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            world.grid[i][j] = from[i - 1][j] + 1;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = world.grid[i][j];
}
LOOP(array_in_a_struct_by_another_name)
{
    struct_by_another_name((const double (*)[M])world.grid);
}

// dependent: a member of the same struct is set beside the array
LOOP(array_and_member_of_one_struct)
{
    world.steps = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        world.steps += i;
        world.grid[i][0] = world.steps;
    }
    for (int i = 0; i < M; i++)
        a[i] = world.grid[i][0];
}

// dependent: within one array of a struct
LOOP(recurrence_within_a_struct)
{
    world.grid[0][0] = 1;
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        world.grid[i][0] = world.grid[i - 1][0] + 1;
    keep(0, world.grid[M - 1][0]);
}

// dependent: a recurrence behind a member
LOOP(recurrence_behind_a_member)
{
    struct series s = {a, b, N};
#pragma ctsar for hetero(1)
    for (int i = 1; i < s.n; i++)
        s.to[i] += s.to[i - 1];
}

// dependent: a sum in the struct behind a pointer
LOOP(sum_behind_a_pointer)
{
    struct point p = {0, 0, 0}, *q = &p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        q->x += b[i];
    keep(0, p.x);
}

// data: a histogram behind a member
struct bins {
    int *hist;
    const int *which;
    long n;
};
LOOP(histogram_behind_a_member)
{
    struct bins g = {counts, iq, N}, *s = &g;
#pragma ctsar for hetero(1)
    for (int i = 0; i < s->n; i++)
        s->hist[s->which[i]]++;
}

// independent: element by element behind members
static void of_a_series(const struct series *s)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < s->n; i++)
        s->to[i] = s->from[i] * 2;
}
LOOP(behind_a_pointer_to_a_struct)
{
    struct series s = {b, a, N};
    of_a_series(&s);
}

// independent: a field as a pitch
LOOP(field_as_a_pitch)
{
    struct {
        int n, m;
        double *at;
    } g = {M, M, flat};
    double *at = g.at;
#pragma ctsar for hetero(1)
    for (int i = 0; i < g.n; i++)
        for (int j = 0; j < g.m; j++)
            at[i * g.m + j] = i - j;
}

// independent: structs by value
static struct point sum_of(struct point p, struct point q)
{
    struct point r = {p.x + q.x, p.y + q.y, p.z + q.z};
    return r;
}
LOOP(structs_by_value)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i] = sum_of(pt[i], qt[i]);
}

// independent: a struct without a name
LOOP(struct_without_a_name)
{
    struct {
        float w[3];
    } t[N];
    for (int i = 0; i < N; i++)
        t[i].w[0] = t[i].w[1] = t[i].w[2] = (float)i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = t[i].w[0] + t[i].w[2];
}

// independent: a member of a member, every second one
static struct {
    struct point from, to;
} segment[N];
LOOP(member_of_a_member)
{
    double sum = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        segment[2 * i].from.x = b[i];
        segment[2 * i].to.y = c[i];
    }
    for (int i = 0; i < N; i++)
        sum += (segment[i].from.x + 2 * segment[i].to.y) * (i % 5);
    keep(0, sum);
}

// independent: pairwise forces, each on its own particle
LOOP(pairwise_forces)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 60; i++) {
        double fx = 0, fy = 0;
        for (int j = 0; j < 60; j++)
            if (j != i) {
                fx += qt[j].x - qt[i].x;
                fy += qt[j].y * qt[i].y;
            }
        pt[i].x = fx;
        pt[i].y = fy;
    }
}

// dependent: forces on both particles
LOOP(forces_on_both)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 60; i++)
        for (int j = i + 1; j < 60; j++) {
            pt[i].x += qt[j].x;
            pt[j].x -= qt[j].x;
        }
}

// independent: into an array in a struct, from what a pointer of the struct leads to
static struct window {
    double w[N], *v;
    long n;
} view;
LOOP(from_a_pointer_beside_the_array)
{
    view.v = b;
    view.n = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < view.n; i++)
        view.w[i] = 2 * view.v[i];
    for (int i = 0; i < N; i++)
        a[i] = view.w[i];
}

// independent: the same of the function's own
LOOP(from_a_pointer_beside_an_array_of_the_functions_own)
{
    struct window own = {.v = b + 1, .n = N};
#pragma ctsar for hetero(1)
    for (int i = 0; i < own.n; i++)
        own.w[i] = own.v[i] + i;
    for (int i = 0; i < N; i++)
        a[i] = own.w[i];
}

// data: the pointer leads into the array beside it
LOOP(from_a_pointer_into_the_array_beside_it)
{
    view.v = view.w;
    view.w[0] = 1;
    double *from = one ? view.w : b;
    view.v = from;
    int n = many - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        view.w[i + 1] = view.v[i] + 1;
    for (int i = 0; i < N; i++)
        a[i] = view.w[i];
}

// dependent: the pointer goes on
LOOP(a_pointer_beside_the_array_that_goes_on)
{
    view.v = b;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        view.w[i] = *view.v;
        view.v = b + i;
    }
    for (int i = 0; i < N; i++)
        a[i] = view.w[i];
}

// A struct that ends in an array that is as long as the memory behind it.
struct listed {
    int n;
    int v[];
};
struct listed_once {
    int n;
    int v[1];
};

// unknown: it is read by a constant pointer
static void doubled(int n, const struct listed *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = 2 * from->v[from->n - i];
}
LOOP(array_at_the_end)
{
    counts[0] = N;
    doubled(N, (const struct listed *)counts, a);
}

// unknown: the same as before C99
static void doubled_once(int n, const struct listed_once *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = 2 * from->v[from->n - i];
}
LOOP(array_of_one_at_the_end)
{
    counts[0] = N;
    doubled_once(N, (const struct listed_once *)counts, a);
}

// unknown: it is a variable of the file
static struct listed known_list = {4, {3, 1, 4, 1}};
LOOP(array_at_the_end_of_a_variable)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = known_list.v[i % 4] + known_list.n;
}

// unknown: what is written lies in it
static void summed(int n, const struct listed *from, int *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = 0; j < from->n; j++)
            s += from->v[j];
        to[i] = s;
    }
}
LOOP(array_at_the_end_is_written)
{
    counts[0] = 5;
    summed(N, (const struct listed *)counts, one ? counts + 1 : ip);
}

// independent: an array of such structs, each with one item
struct pair {
    double mass, at[1];
};
static struct pair pairs[N];
LOOP(arrays_of_one_in_an_array)
{
    for (int i = 0; i < N; i++)
        pairs[i] = (struct pair){i, {b[i]}};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 1; j++)
            pairs[i].at[j] += pairs[i].mass;
    for (int i = 0; i < N; i++)
        a[i] = pairs[i].at[0];
}

static double distance_of(struct point one, struct point other)
{
    double d = one.x - other.x;
    return d * d + other.y;
}

// independent: by value, of which the function reads members that no iteration writes
LOOP(structs_by_value_of_which_members_are_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i].z = distance_of(pt[i], pt[7]);
}

// dependent: by value, of which the function reads the member that is written
LOOP(structs_by_value_of_which_the_member_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i].y = distance_of(pt[i], pt[7]);
}

static double all_of(struct point one)
{
    struct point other = one;
    return other.x + 2 * other.y;
}

// dependent: by value, of which the function takes all
LOOP(structs_by_value_of_which_all_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i].y = all_of(pt[7]) + i;
}

static double before_it_changes(struct point one, struct point *at)
{
    at->x = one.y;
    return one.x;
}

// independent: the copy has what stood there before
LOOP(structs_by_value_that_change_meanwhile)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = before_it_changes(pt[i], &pt[i]);
}
