// Mixed: conversions, odd operators, side effects, bounds that are chosen, macros, memory under two names.

typedef unsigned char byte;
struct pixel {
    byte r, g, b, pad;
};
union bits {
    float f;
    unsigned u;
};
struct packed {
    unsigned low : 4, high : 4;
    int rest;
};
static struct packed packs[N + 16];
static unsigned natural[N + 16];
static short narrow[N + 16];
static int calls_made;
static double *inner_of[4];
static int box[4];
static int below_none = -3;
static unsigned long four = 4;
static unsigned un = 4294967290u;
static int five_below = -5;
static unsigned two_natural = 2;
static long large_stride = 4294967296L;
static size_t columns = M, entries = N;
static int above_a_byte = 266, twelve = 12;
static long long_three = 4294967299L;
static unsigned five_natural = 5, ten_natural = 10;
static size_t four_below = -4;
static int seven = 7, rows = M, down_to = -1, far_below = -280;
static unsigned far = 4294966990u;
#define CLAMPED(x, lo, hi) ((x) < (lo) ? (lo) : (x) > (hi) ? (hi) : (x))
#define SWAP(p, q) do { double t_ = (p); (p) = (q); (q) = t_; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define STORE(p, i, x) ((p)[(i)] = (x))
static inline double counted(double x)
{
    calls_made++;
    return x;
}
static inline int next_of(int *state)
{
    return ++*state;
}
static inline double *place_of(double *p, int i)
{
    return p + i;
}
static int omp_scale(int x)
{
    return 3 * x;
}
static inline void both(double *p, double *q, int i)
{
    p[i] += 1;
    q[i + 1] = p[i];
}
static inline int wrapped(int i)
{
    return (i + 1) % N;
}

// independent: a function of the user's whose name begins as OpenMP's do
LOOP(a_name_like_openmps)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[i] = omp_scale(ip[i]);
}

// unknown: a subscript wraps as an unsigned char does, once around
LOOP(subscript_wraps_as_a_byte)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N + 16; i++)
        a[(byte)(i + 10)] = a[(byte)(i + 10)] * 2 + i;
}

// dependent: an unsigned char counts past its end
LOOP(bytes_collide)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 2 * N; i++)
        flat[(byte)i] = i;
}

// dependent: a mask makes places meet
LOOP(masked_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i & 63] = i;
}

// dependent: a shorter type holds the place
LOOP(place_in_a_short_byte)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 2 * N; i++) {
        byte k = i;
        flat[k] += i;
    }
}

// independent: unsigned arithmetic that does not wrap in truth
LOOP(unsigned_difference)
{
    unsigned n = N;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n; i++)
        a[n - 1 - i] = b[i];
}

// dependent: an unsigned difference wraps to the first place
LOOP(unsigned_wraps)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 1; i < N; i++)
        a[i + 0xffffffffu] = a[i] + a[i + 0xffffffffu];
}

// independent: wraps in a value, not in a place
LOOP(hash_of_each)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        unsigned h = (unsigned)ip[i] * 2654435761u;
        h ^= h >> 15;
        h *= 2246822519u;
        natural[i] = h;
        counts[i] = (int)(h >> 20);
    }
}

// independent: a sum that wraps
LOOP(sum_that_wraps)
{
    unsigned s = 1;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += (unsigned)ip[i] * 2654435761u;
    keep(0, s);
}

// unknown: a sum in a short, which wraps
LOOP(sum_in_a_short)
{
    short s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += ip[i] * 300;
    keep(0, s);
}

// dependent: each step is halved after it was added
LOOP(sum_shifted_at_each_step)
{
    unsigned s = 100000;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s = (s + (unsigned)ip[i]) >> 1;
    keep(0, s);
}

// dependent: a difference from the other side
LOOP(subtracted_from)
{
    int s = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s = ip[i] - s;
    keep(0, s);
}

// dependent: exclusive or of what is shifted
LOOP(rotating_checksum)
{
    unsigned s = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s = (s << 1 | s >> 31) ^ (unsigned)ip[i];
    keep(0, s);
}

// independent: exclusive or
LOOP(parity_of_all)
{
    unsigned s = 0;
#pragma ctsar for hetero(1) reduction(^: s)
    for (int i = 0; i < N; i++)
        s ^= (unsigned)ip[i] << (i % 7);
    keep(0, s);
}

// independent: a sum of what a condition is
LOOP(counts_truths)
{
    int s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += (ip[i] > 5) + !flag[i];
    keep(0, s);
}

// dependent: a sum that saturates
LOOP(sum_that_saturates)
{
    int s = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        s += iq[i] - 12;
        if (s < 0)
            s = 0;
    }
    keep(0, s);
}

// dependent: the largest sum of neighbours
LOOP(largest_run)
{
    int s = 0, best = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        s = s + flag[i] > 0 ? s + flag[i] : 0;
        best = s > best ? s : best;
    }
    keep(0, best);
}

// dependent: the second largest goes by the largest
LOOP(second_largest)
{
    int first = -1, second = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (iq[i] > first) {
            second = first;
            first = iq[i];
        } else if (iq[i] > second)
            second = iq[i];
    }
    keep(0, second);
}

// dependent: the place of the first of the largest
LOOP(place_of_the_largest)
{
    int at = 0;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        if (iq[i] > iq[at])
            at = i;
    keep(0, at);
}

// dependent: the last one that fits
LOOP(last_that_fits)
{
    int at = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (flag[i] > 3)
            at = i;
    keep(0, at);
}

// independent: a bound that is chosen
LOOP(ternary_bound)
{
    int n = many > 100 ? many : 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < (none ? half : n); i++)
        a[i] = b[i] + 1;
}

// independent: an inner bound that is chosen
LOOP(ternary_inner_bound)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = i > 5 ? i - 5 : 0; j < (i + 5 < M ? i + 5 : M); j++)
            aa[i][j] += bb[j][i];
}

// independent: neighbours by a macro that clamps
LOOP(clamped_by_a_macro)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[CLAMPED(i - 2, 0, N - 1)] + b[CLAMPED(i + 2, 0, N - 1)];
}

// dependent: clamped places are written twice
LOOP(writes_clamped)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[CLAMPED(i, 3, N - 3)] += i;
}

// independent: a macro swaps
LOOP(swapped_by_a_macro)
{
#pragma ctsar for hetero(1)
    EACH(i, N) SWAP(a[i], b[i]);
}

// dependent: a macro swaps neighbours
LOOP(neighbours_swapped)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        SWAP(a[i], a[i + 1]);
}

// independent: pairs are swapped
LOOP(pairs_swapped)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 2)
        SWAP(a[i], a[i + 1]);
}

// independent: the ends are swapped
LOOP(ends_swapped)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        SWAP(a[i], a[N - 1 - i]);
}

// dependent: reversed in its own memory, all the way
LOOP(reversed_twice)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        SWAP(a[i], a[N - 1 - i]);
}

// independent: a macro stores
LOOP(stored_by_a_macro)
{
#pragma ctsar for hetero(1)
    EACH(i, N) STORE(a, i, b[i] * 2);
}

// dependent: an unsigned product wraps before the remainder is taken
LOOP(place_by_a_product_that_wraps)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[i * 40000003u % N] += i;
}

// dependent: the same in a variable
LOOP(scattered_by_a_hash)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++) {
        unsigned h = i * 40000003u;
        a[h % N] = a[h % N] * 2 + i;
    }
}

// dependent: the first bits of a product that wraps
LOOP(place_by_the_first_bits)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 4 * N; i++)
        a[(i * 1103515245u) >> 25] += i;
}

// dependent: what is left of a long is one place
LOOP(place_in_a_long_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++)
        a[(int)(i * 4294967296L) + 3] += i;
}

// dependent: a condition on a product that wraps
LOOP(asked_of_a_product_that_wraps)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N - 1; i++)
        if (i * 40000003u < 4000000u)
            a[i] = a[i + 1] + a[i * 40000003u < 100u ? i : i - 1] + 1;
        else if (i * 40000003u > 4200000000u)
            a[i + 1] += a[i] * 2;
}

// dependent: a function counts its calls
LOOP(function_counts_calls)
{
    calls_made = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = counted(b[i]);
    keep(0, calls_made);
}

// dependent: a state goes from iteration to iteration
LOOP(state_by_address)
{
    int state = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[i] = next_of(&state);
    keep(0, state);
}

// independent: each iteration has a state of its own
LOOP(own_state_by_address)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int state = i;
        next_of(&state);
        counts[i] = next_of(&state);
    }
}

// dependent: a place of the next one, by a function's pointer
LOOP(place_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *place_of(a, i + 1) = a[i] + 1;
}

// independent: a function writes the neighbour in another array
LOOP(function_writes_the_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        both(a, b, i);
}

// dependent: the last wraps around to the first
LOOP(wraps_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[wrapped(i)] + 1;
}

// dependent: bytes of the doubles
LOOP(bytes_of_doubles)
{
    byte *p = (byte *)a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        p[i] ^= 1;
        a[i] = a[i] + 1;
    }
}

// dependent: floats of the doubles, at another pace
LOOP(floats_over_doubles)
{
    float *p = (float *)(void *)wide;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        p[i] = (float)i;
        u[i] = p[i / 2];
    }
}

// independent: a union reads bits
LOOP(bits_of_floats)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        union bits x;
        x.f = u[i];
        counts[i] = (int)(x.u >> 16);
    }
}

// independent: fields of bits
LOOP(fields_of_bits)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        packs[i].low = (unsigned)i;
        packs[i].high = packs[i].low + 3u;
        packs[i].rest = packs[i].high;
    }
    for (int i = 0; i < N; i++)
        counts[i] = packs[i].rest * 16 + packs[i].low;
}

// independent: a row's length is a short, its values are narrowed
LOOP(narrowed_on_the_way)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        narrow[i] = (short)(ip[i] * 1000);
        counts[i] = (byte)narrow[i] - (signed char)ip[i];
    }
}

// dependent: a scalar that is set in one iteration, read in the next
LOOP(carried_by_a_condition)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0)
            t = b[i];
        a[i] = t;
    }
}

// dependent: set only where the inner loop runs
LOOP(carried_by_an_inner_loop)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < i % 3; j++)
            t = bb[i][j];
        a[i] = t;
    }
}

// dependent: a case that sets nothing
LOOP(carried_by_a_switch)
{
    int t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (iq[i] % 4) {
        case 0:
            t = i;
        case 1:
            t++;
            break;
        default:
            break;
        }
        counts[i] = t;
    }
}

// independent: every case sets it
LOOP(switch_sets_in_each_case)
{
    int t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (iq[i] % 4) {
        case 0: t = i; break;
        case 1: t = 7; break;
        default: t = iq[i];
        }
        counts[i] = t;
    }
}

// guarded: a pointer into itself, kept in a table
LOOP(pointer_from_a_table)
{
    inner_of[0] = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        inner_of[0][i] = a[i] + 1;
}

// dependent: a counter in an array
LOOP(counter_in_an_array)
{
    box[0] = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (flag[i] > 0)
            a[box[0]++] = b[i];
    keep(0, box[0]);
}

// dependent: the variable is changed on the way
LOOP(variable_changed_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[i];
        if (flag[i] > 3)
            i++;
    }
}

// dependent: the bound moves
LOOP(bound_moves)
{
    int n = N / 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        if (i == 5)
            n = N / 4;
    }
}

// dependent: the bound lies in the array that is written
LOOP(bound_in_the_array)
{
    counts[0] = N / 2;
    counts[7] = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < counts[0]; i++)
        counts[i] = i < 20 ? N / 4 : 1;
}

// independent: counts down by three
LOOP(down_by_three)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i >= 0; i -= 3)
        a[i] = b[i] * 2 + i;
}

// dependent: counts down, each reads the one that was written before
LOOP(down_with_a_dependence)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i > 0; i--)
        a[i - 1] = a[i] + b[i];
}

// independent: a step of two that never meets its neighbour
LOOP(odd_from_even)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i += 2)
        a[i] = a[i + 1] * 2;
}

// dependent: a step of three that meets its fourth
LOOP(step_meets)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 6; i += 3)
        a[i + 3] = a[i] * 2 + a[i + 6];
}

// dependent: side effects in what && asks
LOOP(assigned_in_a_condition)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (flag[i] > 0 && (k = i))
            counts[i] = k;
        else
            counts[i] = k;
}

// dependent: the comma steps something
LOOP(stepped_by_a_comma)
{
    int k = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[i] = (k += iq[i], k & 15);
}

// dependent: a field is the sum
LOOP(sum_in_a_field)
{
    pt[0].x = 0;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i].x = pt[i - 1].x + pt[i].y;
}

// independent: two fields of one struct, one of the neighbour's read
LOOP(other_field_of_the_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i].x = pt[i - 1].y + pt[i].z;
}

// dependent: whole structs are moved
LOOP(structs_moved)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i] = pt[i - 1];
}

// dependent: memory is moved by the library
LOOP(moved_by_the_library)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 2; i++)
        memcpy(&a[i + 1], &a[i], sizeof *a);
}

// dependent: a local array keeps what the last iteration left
LOOP(table_outlives)
{
    double t[4] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t[i & 3] = b[i];
        a[i] = t[0] + t[1] + t[2] + t[3];
    }
}

// dependent: a static local
LOOP(static_local)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        static int k;
        counts[i] = k++ & 7;
    }
}

// dependent: a goto leaves
LOOP(leaves_by_goto)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 5)
            goto out;
        a[i] = b[i];
    }
out:
    keep(0, 1);
}

// independent: continues by goto
LOOP(goes_on_by_goto)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 3)
            goto next;
        a[i] = b[i];
    next:;
    }
}

// independent: a remainder of negative numbers
LOOP(negative_remainder)
{
#pragma ctsar for hetero(1)
    for (int i = -20; i < N - 20; i++)
        counts[i + 20] = i % 7 + i / 3;
}

// dependent: a place by a quotient of negative numbers
LOOP(place_by_a_negative_quotient)
{
#pragma ctsar for hetero(1)
    for (int i = -5; i < 6; i++)
        a[8 + i / 2] += i;
}

// dependent: rows by a division that rounds to zero
LOOP(rounded_to_zero)
{
#pragma ctsar for hetero(1)
    for (int i = -1; i < 2; i++)
        a[4 + i / 2] = a[4 + i / 2] * 2 + i;
}

// dependent: a long counter narrowed
LOOP(counter_narrowed)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < 2 * N; i++)
        flat[(signed char)i + 128] += (double)i;
}

// dependent: a truth is a place
LOOP(place_is_a_truth)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        result[i > 3] += i;
}

// independent: the place is the exclusive or with one, a swap of neighbours
LOOP(place_by_exclusive_or)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i ^ 1];
}

// dependent: what is below 0 is large where it is compared without a sign
LOOP(below_zero_is_large)
{
#pragma ctsar for hetero(1)
    for (int i = -20; i < 20; i++)
        if ((unsigned)i < 30u)
            a[i + 20] = 1;
        else
            a[i + 20] = a[i + 21] * 2;
}

// unknown: the same, of a variable that may be below 0
LOOP(below_zero_by_a_parameter)
{
    int k = -50 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 60; i++)
        if (i + k < 100u)
            a[i] = 1;
        else
            a[i] = a[i + 1] * 2 + 1;
}

// unknown: no iteration at all, as -3 is large without a sign
LOOP(header_without_a_sign)
{
#pragma ctsar for hetero(1)
    for (int i = -3; i < 10u; i++)
        a[i + 3] = 1;
}

// unknown: the same with a bound that is a variable
LOOP(header_with_a_size)
{
    size_t n = (size_t)many;
    int first = -3 * one;
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        a[i + 3] = 1;
}

// unknown: a bound that is no integer
LOOP(bound_of_a_half)
{
    double n = many * 0.5 - 0.5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

// unknown: a bound that is computed as no integer
LOOP(bound_of_a_root)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i <= sqrt(many * 1.5); i++)
        a[i] = b[i] + 1;
}

// unknown: a bound that is cut off
LOOP(bound_cut_off)
{
    long n = 0x100000000L + 20 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < (int)n; i++)
        a[i] = b[i] + 1;
}

// unknown: the variable is a byte
LOOP(variable_is_a_byte)
{
#pragma ctsar for hetero(1)
    for (byte i = 10; i < 200; i += 3)
        a[i] = b[i] + i;
}

// unknown: downwards without a sign, the condition steps
LOOP(downwards_by_the_condition)
{
    unsigned i;
#pragma ctsar for hetero(1)
    for (i = N; i-- > 0;)
        a[i] = b[i] + 1;
}

// unknown: a step that is no divisor, both ends named
LOOP(equal_ends)
{
#pragma ctsar for hetero(1)
    for (int i = 3; i != 3 + 7 * 20; i += 7)
        a[i] = b[i] + 1;
    keep(0, 1);
}

// dependent: a quotient of what is below 0, without a sign
LOOP(quotient_without_a_sign)
{
#pragma ctsar for hetero(1)
    for (int i = -8; i < 8; i++)
        a[(unsigned)i / 268435456u] += i;
}

// dependent: a remainder of what is below 0, with a sign, both ways
LOOP(remainder_with_a_sign)
{
#pragma ctsar for hetero(1)
    for (int i = -8; i < 8; i++)
        a[i % 8 + 8] = a[i % 8 + 8] * 2 + i;
}

// dependent: a shift of what is below 0
LOOP(shifted_below_zero)
{
#pragma ctsar for hetero(1)
    for (int i = -8; i < 8; i++)
        a[(i >> 1) + 8] += i;
}

// dependent: added as a fraction, cut off each time
LOOP(fraction_cut_off)
{
    int s = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s += 0.75 * iq[i];
    keep(0, s);
}

// unknown: the largest without a sign
LOOP(largest_without_a_sign)
{
    int m = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if ((unsigned)flag[i] > (unsigned)m)
            m = flag[i];
    keep(0, m);
}

// unknown: the largest of what is cut off
LOOP(largest_cut_off)
{
    signed char m = -100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (ip[i] > m)
            m = (signed char)ip[i];
    keep(0, m);
}

// unknown: a pointer's difference is the place
LOOP(place_by_a_difference)
{
#pragma ctsar for hetero(1)
    for (double *p = a; p < a + N; p++)
        b[p - a] = *p + 1;
}

// unknown: two names for one struct
LOOP(two_names_for_one_struct)
{
    struct point *p = pt, *q = pt + one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        q[i].x = p[i].x + 1;
}

// dependent: a row overlaps the next
LOOP(rows_overlap)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M + 1; j++)
            dense[i * M + j] = dense[i * M + j] * 2 + i;
}

// dependent: an inner loop from below 0, compared with a size_t by !=
LOOP(from_below_none_to_a_size)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = below_none; j != four; ++j)
            if (j < 0)
                b[8 + j] = a[i] + j;
}

// dependent: a difference below 0 without a sign, compared with a long
LOOP(difference_beside_a_long)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if (i - 5u >= 2147483648L)
            a[7] = i;
}

// dependent: the highest bits of a difference below 0 without a sign
LOOP(bits_of_a_difference)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[i] = i < 5 ? a[(i - 5u) >> 28] + 1 : i;
}

// dependent: the truth of what is cut off
LOOP(truth_of_what_is_cut_off)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (!(byte)(i * 64))
            b[0] = i;
}

// dependent: numbers that wrap around together
LOOP(numbers_wrap_together)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 1; i < N; i++)
        a[i] = a[i + 2147483647u + 2147483647u + 1u] + 1;
}

// dependent: a first value that acts, where the guard would ask for it again
LOOP(first_value_acts)
{
    int k = 3;
#pragma ctsar for hetero(1)
    for (int i = k++; i < four + N; i++)
        a[i] = i;
    keep(0, k);
}

// independent: a first value that acts, and is never asked for again
LOOP(first_value_acts_once)
{
    size_t k = 3;
#pragma ctsar for hetero(1)
    for (size_t i = k++; i < four + N; i++)
        a[i] = i;
    keep(0, k);
}

// dependent: a first value that acts, and would be asked for again, as it may be behind its bound
LOOP(first_value_acts_until_equal)
{
    size_t k = 3;
#pragma ctsar for hetero(1)
    for (size_t i = k++; i != four + N; i++)
        a[i] = i;
    keep(0, k);
}

// guarded: a first value that is below 0 by a conversion, and is compared with a size_t
LOOP(first_value_converted_below_none)
{
#pragma ctsar for hetero(1)
    for (int i = (int)un; i < four; i++)
        a[i + 8] = i;
}

// dependent: a local that is cut off when it is set first
LOOP(cut_off_by_a_local)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int q = i * 4294967296L;
        a[q + 3] = i;
    }
}

// dependent: a local that is cut off when it is assigned
LOOP(cut_off_by_an_assignment)
{
    int q;
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        q = i * 4294967296L;
        a[q + 3] = i;
    }
}

// dependent: a sign that a local loses
LOOP(sign_lost_by_a_local)
{
#pragma ctsar for hetero(1)
    for (int i = five_below; i < N; i++) {
        unsigned q = i;
        long w = q;
        if (w > 1000)
            a[3] = i;
    }
}

// dependent: a sign that an assigned local loses
LOOP(sign_lost_by_an_assignment)
{
#pragma ctsar for hetero(1)
    for (int i = five_below; i < N; i++) {
        unsigned q;
        long w;
        q = i;
        w = q;
        if (w > 1000)
            a[3] = i;
    }
}

// dependent: a product of small numbers that is cut off
LOOP(small_numbers_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++)
        a[(int)(i * 65536 * 65536) + 3] = i;
}

// dependent: shifts that add up
LOOP(shifts_wrap_together)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[(i << 30 << 2) + 3] = i;
}

// dependent: a step and a factor that wrap together
LOOP(step_and_factor_wrap)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i += 4)
        a[i * 1073741824u + 3] = i;
}

// dependent: a step and a factor that are cut off together
LOOP(step_and_factor_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i += 4)
        a[(int)(i * 1073741824L) + 3] = i;
}

// dependent: what is below 0 as an unsigned number, without a difference
LOOP(below_none_beside_a_long)
{
#pragma ctsar for hetero(1)
    for (int i = five_below; i < N; i++)
        if ((unsigned)i >= 2147483648L)
            a[3] = i;
}

// dependent: what is below 0 in an unsigned sum
LOOP(below_none_in_a_sum)
{
#pragma ctsar for hetero(1)
    for (int i = 2 * five_below; i < N; i++)
        if (i + 5u >= 2147483648L)
            a[3] = i;
}

// dependent: the highest bits of what is below 0
LOOP(bits_of_below_none)
{
#pragma ctsar for hetero(1)
    for (int i = five_below; i < N; i++)
        if (i < 0)
            a[(unsigned)i >> 28] = i;
}

// dependent: a maximum that is set to numbers
LOOP(maximum_of_literals)
{
    int m = 0;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++) {
        if (iq[i] == 9)
            m = 4;
        if (iq[i] == 1)
            m = 1;
    }
    keep(0, m);
}

// dependent: bits that are set to a number
LOOP(bits_of_literals)
{
    int m = 0;
#pragma ctsar for hetero(1) reduction(|: m)
    for (int i = 0; i < N; i++) {
        if (iq[i] == 9)
            m = 4;
        if (iq[i] == 1)
            m = 1;
    }
    keep(0, m);
}

// dependent: a truth that is set to another number than 1
LOOP(truth_of_a_literal)
{
    int m = 0;
#pragma ctsar for hetero(1) reduction(||: m)
    for (int i = 0; i < N; i++)
        if (iq[i] == 9)
            m = 4;
    keep(0, m);
}

// dependent: a product that is set to 0 may have been none
LOOP(product_set_to_none)
{
    double m = -3;
#pragma ctsar for hetero(1) reduction(*: m)
    for (int i = 0; i < N; i++)
        if (iq[i] == 9)
            m = 0;
    keep(0, m);
}

// unknown: an offset that is the unsigned remainder of what is below 0
LOOP(offset_of_an_unsigned_remainder)
{
    int n = two_natural;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i + (n - 5u) % 8] = i;
}

// dependent: an inner bound below 0 without a sign
LOOP(inner_bound_below_none)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 12; i++)
        for (unsigned j = 0; j < i - 5u; j++) {
            if (j > 20)
                break;
            if (i < 5)
                b[j] = i + j;
        }
}

// dependent: a bound that acts
LOOP(bound_acts)
{
    int n = 10;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n--; i++)
        a[i] = i;
    keep(0, n);
}

// dependent: a step that acts
LOOP(step_acts)
{
    int n = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += n++)
        a[i] = i;
    keep(0, n);
}

// guarded: a truth that nobody sets stays another number than 1
LOOP(truth_stays)
{
    int m = 7, all = 7;
#pragma ctsar for hetero(1) reduction(||: m) reduction(&&: all)
    for (int i = 0; i < N; i++) {
        if (iq[i] == 999)
            m = 1;
        if (iq[i] == 999)
            all = 0;
    }
    keep(0, m);
    keep(1, all);
}

// guarded: such a truth in a loop that OpenMP executes
LOOP(truth_stays_on_the_cores)
{
    int m = 7;
#pragma omp parallel for hetero(1) reduction(||: m)
    for (int i = 0; i < N; i++) {
        a[ip[i] + ip[i] / 300] = i;
        if (iq[i] == 999)
            m = 1;
    }
    keep(0, m);
}

// guarded: on the cores, from below 0 to a size_t
LOOP(on_the_cores_from_below_none)
{
#pragma ctsar for hetero(1)
    for (int i = below_none; i < four; i++)
        a[i < 2 ? i + 8 : i + 9] = i;
}

// guarded: the same, by the user's word
LOOP(by_word_from_below_none)
{
#pragma ctsar for hetero(1) independent
    for (int i = below_none; i < four; i++)
        a[ip[i + 3] + 3] = i;
}

// guarded: a stride that is cut off by a local
LOOP(stride_cut_off)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int q = large_stride * i;
        a[q + 2] = b[i];
    }
}

// guarded: a stride that is cut off by a conversion, flattened
LOOP(stride_cut_off_flattened)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            flat[(int)(large_stride * i + j)] = i;
}

// unknown: down to an unsigned number, from below 0
LOOP(down_to_an_unsigned)
{
#pragma ctsar for hetero(1)
    for (int i = below_none; i > un; i--)
        a[i + 8] = i;
}

// guarded: no iteration, as the first value is below 0 and the variable has no sign
LOOP(no_sign_from_below_none)
{
#pragma ctsar for hetero(1)
    for (unsigned i = below_none; i < 10; i++)
        a[i + 5] = i;
}

// guarded: around the end of what the type holds
LOOP(no_sign_around)
{
#pragma ctsar for hetero(1)
    for (unsigned i = below_none; i != 10; i++)
        a[i + 5] = i;
}

// dependent: parity of numbers in a truth, which keeps whether each is 0
LOOP(parity_of_numbers)
{
    _Bool odd = 0;
#pragma ctsar for hetero(1) reduction(^: odd)
    for (int i = 0; i < N; i++)
        odd ^= iq[i];
    keep(0, odd);
}

// dependent: the same, written out
LOOP(parity_written_out)
{
    _Bool odd = 0;
#pragma ctsar for hetero(1) reduction(^: odd)
    for (int i = 0; i < N; i++)
        odd = iq[i] ^ odd;
    keep(0, odd);
}

// dependent: numbers that take a truth back
LOOP(truth_taken_back)
{
    _Bool some = 0;
#pragma ctsar for hetero(1) reduction(+: some)
    for (int i = 0; i < N; i++)
        some += iq[i] % 3 - 1;
    keep(0, some);
}

// dependent: a truth that is turned around
LOOP(truth_turned_around)
{
    _Bool some = 1, other = 0;
#pragma ctsar for hetero(1) reduction(+: some) reduction(+: other)
    for (int i = 0; i < N; i++) {
        some--;
        other -= iq[i] > 5;
    }
    keep(0, some + 2 * other);
}

// independent: parity of truths
LOOP(parity_of_truths)
{
    _Bool odd = 0, some = 0;
#pragma ctsar for hetero(1) reduction(^: odd) reduction(+: some)
    for (int i = 0; i < N; i++) {
        odd ^= iq[i] > 5;
        some = some + (iq[i] == 4);
    }
    keep(0, odd + 2 * some);
}

// independent: bounds and a row's length that are narrower than the sizes
LOOP(sizes_made_narrower)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < (int)columns; i++) {
        int w = columns;
        for (int j = 0; j < (int)columns; j++)
            dense[i * w + j] = i + j;
    }
}

// independent: an int from behind a size_t
LOOP(int_from_behind_a_size)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < entries; i++) {
        int k = entries - 1 - i;
        a[k] = b[i];
    }
}

// unknown: an offset that an int does not hold
LOOP(offset_cut_off)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int q = large_stride + i;
        a[q] = b[i];
    }
}

static inline void put_at(double *p, int k, double x)
{
    p[k + 3] = x;
}

// unknown: a number that a parameter cuts off
LOOP(cut_off_by_a_parameter)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++)
        put_at(a, i * 4294967296L, i);
}

// unknown: a stride that a parameter cuts off
LOOP(stride_cut_off_by_a_parameter)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++)
        put_at(a, i * large_stride, i);
}

static inline void put_at_a_byte(double *p, byte k, double x)
{
    p[k] = x;
}

// unknown: a parameter is a byte
LOOP(parameter_is_a_byte)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 2 * N; i++)
        put_at_a_byte(flat, i, i);
}

static inline void put_at_a_truth(double *p, _Bool k, double x)
{
    p[k] = x;
}

// unknown: a parameter is a truth
LOOP(parameter_is_a_truth)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        put_at_a_truth(flat, i, i);
}

// unknown: a number as a truth
LOOP(number_as_a_truth)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        put_at_a_truth(flat + 2 * i, 5, i);
}

static inline void put_where_large(double *p, unsigned k, double x)
{
    long w = k;
    if (w > 1000)
        p[3] = x - p[3];
}

// unknown: a sign that a parameter loses
LOOP(sign_lost_by_a_parameter)
{
#pragma ctsar for hetero(1)
    for (int i = -N; i < 9; i++)
        put_where_large(a, i, i);
}

// dependent: a difference below 0 without a sign, in a wider variable
LOOP(difference_in_a_wider_variable)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++) {
        size_t w = i - (unsigned)N;
        if (w < 5000000000)
            a[3] = i - a[3];
    }
}

static inline void put_row(double *p, int n, double x)
{
    for (int j = 0; j < n; j++)
        p[j] = x + j;
}

// independent: sizes as parameters that are narrower
LOOP(sizes_as_parameters)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < columns; i++) {
        put_row(flat + i * columns, columns, i);
        put_at(a, i, i);
        put_at(b, i + four, i);
    }
}

// guarded: a byte counts from a number that it cuts off
LOOP(byte_from_above)
{
#pragma ctsar for hetero(1)
    for (byte i = above_a_byte; i < 200; i++)
        a[i] = i;
}

// unknown: the same, from a literal
LOOP(byte_from_a_literal_above)
{
#pragma ctsar for hetero(1)
    for (byte i = 266; i < 200; i++)
        a[i] = i;
}

// independent: a byte counts from a number that it holds
LOOP(byte_from_within)
{
#pragma ctsar for hetero(1)
    for (byte i = twelve; i < 200; i++)
        a[i] = i;
}

// guarded: a byte counts down from a number that it cuts off
LOOP(byte_down_from_above)
{
    byte i;
#pragma ctsar for hetero(1)
    for (i = above_a_byte; i-- > 2;)
        a[i] = i;
}

// guarded: an int counts from a long that it cuts off
LOOP(int_from_a_long)
{
#pragma ctsar for hetero(1)
    for (int i = long_three; i < N; i++)
        a[i] = i;
}

// guarded: the same without a sign
LOOP(no_sign_from_a_long)
{
#pragma ctsar for hetero(1)
    for (unsigned i = long_three; i < N; i++)
        a[i] = i;
}

// guarded: an int counts from what is below 0 in it
LOOP(int_from_a_large_one)
{
#pragma ctsar for hetero(1)
    for (int i = un; i < N; i++)
        a[i + 6] = i;
}

// unknown: a first value that acts, and may be cut off
LOOP(first_value_acts_and_is_cut_off)
{
    long k = long_three;
#pragma ctsar for hetero(1)
    for (int i = k++; i < N; i++)
        a[i] = i;
    keep(0, k);
}

// independent: first values that narrower variables hold
LOOP(first_values_made_narrower)
{
    double x = 3.75 * one;
#pragma ctsar for hetero(1)
    for (int i = x; i < M; i++)
        for (int j = four; j < M; j++)
            dense[i * M + j] = i + j;
}

// dependent: an inner loop's first value is cut off
LOOP(inner_first_value_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < M; i++)
        for (int j = i * 4294967296L; j < 5; j++)
            a[j + 5] = a[j + 5] * 3 + i;
}

// independent: inner first values that an int holds
LOOP(triangle_of_sizes)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < M; i++)
        for (int j = i + 1; j < M; j++)
            aa[i][j] = i + j;
}

// guarded: up to a number below the first one, around the end
LOOP(up_around)
{
#pragma ctsar for hetero(1)
    for (unsigned i = un; i != five_natural; i++)
        a[i + 6] = i;
}

// guarded: the same of a size
LOOP(up_around_of_a_size)
{
#pragma ctsar for hetero(1)
    for (size_t i = four_below; i != five_natural; i++)
        a[i + 6] = i;
}

// guarded: down to a number above the first one, around the end
LOOP(down_around)
{
#pragma ctsar for hetero(1)
    for (unsigned i = five_natural; i != un; i--)
        a[i + 6] = i;
}

// guarded: rows that an inner loop leaves around the end
LOOP(rows_left_around_the_end)
{
#pragma ctsar for hetero(1)
    for (size_t i = 1; i < columns; i++)
        for (size_t j = four_below; j != five_natural; j++)
            flat[i * columns + j] = flat[i * columns + j] * 2 + i;
}

// dependent: an inner loop goes around the end for some
LOOP(inner_around_for_some)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < M; i++)
        for (unsigned j = i - 10u; j != five_natural; j++) {
            b[3] = b[3] * 2 + i + j;
            if (j > 30)
                break;
        }
}

// independent: up and down to what is not equal
LOOP(until_equal)
{
#pragma ctsar for hetero(1)
    for (unsigned i = five_natural; i != twelve; i++)
        a[i] = i;
#pragma ctsar for hetero(1)
    for (unsigned i = ten_natural; i != five_natural; i--)
        b[i] = i;
#pragma ctsar for hetero(1)
    for (size_t i = entries - 1; i != (size_t)-1; i--)
        c[i] = i;
#pragma ctsar for hetero(1)
    for (unsigned i = ten_natural - 1; i != 4294967295u; i--)
        d[i] = i;
}

// independent: rows up to what is not equal
LOOP(rows_until_equal)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i != columns; i++) {
        for (size_t j = five_natural; j != columns; j++)
            flat[i * columns + j] += i;
        for (size_t j = i + 1; j != columns; j++)
            flat[i * columns + j] += j;
    }
}

// guarded: truths that are another number than 1, and combined under a condition that never holds
LOOP(numbers_as_truths)
{
    int some = seven, all = seven;
#pragma ctsar for hetero(1) reduction(||: some) reduction(&&: all)
    for (int i = 0; i < N; i++)
        if (iq[i] == 999) {
            some = some || iq[i] == 9;
            all = all && iq[i] == 9;
        }
    keep(0, some);
    keep(1, all);
}

// guarded: the same of a half
LOOP(half_a_truth)
{
    double some = 0.5 * one;
#pragma ctsar for hetero(1) reduction(||: some)
    for (int i = 0; i < N; i++)
        if (iq[i] == 999)
            some = some || iq[i] == 9;
    keep(0, some);
}

// independent: truths that are one
LOOP(truths_are_truths)
{
    int some = none, all = one;
    _Bool any = seven;
#pragma ctsar for hetero(1) reduction(||: some, any) reduction(&&: all)
    for (int i = 0; i < N; i++) {
        some = some || iq[i] == 9;
        any = any || iq[i] == 9;
        all = all && iq[i] < 900;
    }
    keep(0, some + 2 * any + 4 * all);
}

// unknown: down to a literal that is large without a sign
LOOP(down_to_a_large_literal)
{
#pragma ctsar for hetero(1)
    for (int i = twelve; i > 4294967285u; i--)
        a[i + 20] = i;
}

// unknown: down to a literal below 0, which is large without a sign
LOOP(down_to_a_literal_below_none)
{
#pragma ctsar for hetero(1)
    for (unsigned i = ten_natural; i > -1; i--)
        a[i] = i;
}

// guarded: the same, to a variable
LOOP(down_to_below_none)
{
#pragma ctsar for hetero(1)
    for (size_t i = entries; i > down_to; i--)
        a[i] = i;
}

// guarded: up to a bound below 0, which is large without a sign
LOOP(up_to_below_none)
{
#pragma ctsar for hetero(1)
    for (unsigned i = far; i < far_below; i++)
        a[i - far] = i;
}

// guarded: the same until it is equal
LOOP(until_equal_to_below_none)
{
#pragma ctsar for hetero(1)
    for (unsigned i = un; i != below_none; i++)
        a[i + 6u] = i;
}

// independent: bounds with a sign, variables without one
LOOP(signed_bounds)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 1; i < rows; i++)
        for (size_t j = i; j < rows; j++)
            aa[i][j] = i + j;
#pragma ctsar for hetero(1)
    for (size_t i = rows; i > 0; i--)
        a[i] = i;
#pragma ctsar for hetero(1)
    for (unsigned i = rows - 1; i != -1; i--)
        b[i] = i;
#pragma ctsar for hetero(1)
    for (int i = rows - 1; i > 3u; i--)
        c[i] = i;
}

// independent: rows by a mask and a shift of a size
LOOP(rows_by_a_mask)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < 64; i++) {
        int k = i & 7, r = i >> 3;
        aa[r][k] += i;
    }
}

// independent: a mask beside a size
LOOP(mask_beside_a_size)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < M; i++) {
        int k = i & 7;
        flat[i * 8 + k] += i;
    }
}

// dependent: a mask that is larger than an int
LOOP(mask_cut_off)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < N; i++) {
        int k = i * 4294967296L & 0xffffffff00000000L;
        a[k + 3] += i;
    }
}

// independent: rows by a quotient and a remainder of a size
LOOP(rows_by_a_remainder)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < 64; i++) {
        int k = i % 8, r = i / 8;
        aa[r][k] += i;
    }
}

// dependent: a quotient that is cut off
LOOP(quotient_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int k = i * 8589934592L / 2;
        a[k + 3] += i;
    }
}

// dependent: a shift that is cut off
LOOP(shift_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int k = i * 8589934592L >> 1;
        a[k + 3] += i;
    }
}

// dependent: a remainder that is cut off
LOOP(remainder_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int k = i * 4294967296L % 1099511627776L;
        a[k + 3] += i;
    }
}

// independent: a size that is chosen
LOOP(chosen_size)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < N; i++) {
        int k = i < 5 ? i : i + 3;
        a[k] += i;
    }
}

// dependent: the chosen one is cut off
LOOP(chosen_and_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int k = i < 5 ? i : i * 4294967296L;
        a[k + 5] += i;
    }
}

// dependent: the other one is cut off
LOOP(other_cut_off)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < N; i++) {
        int k = i > 5 ? i * 4294967296L : i;
        a[k + 5] += i;
    }
}

// dependent: a difference without a sign in a wider sum
LOOP(difference_widened)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if (1L + (i - 100u) > 1000)
            a[3] = i - a[3];
}

// dependent: chosen, without a sign
LOOP(chosen_widened)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if ((i < 90 ? i - 100u : 3L) > 1000)
            a[3] = i - a[3];
}

// dependent: a product without a sign in a long
LOOP(product_widened)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if (2L * (i - 100u) > 1000)
            a[3] = i - a[3];
}

// dependent: a conversion of what is below 0 without a sign
LOOP(conversion_widened)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if ((long)(i - 100u) > 1000)
            a[3] = i - a[3];
}

// dependent: a difference without a sign at the left of a wider sum
LOOP(difference_widened_at_the_left)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        if (i - 100u + 1L > 1000)
            a[3] = i - a[3];
}

// independent: rows by what is never below 0, without a sign
LOOP(rows_without_a_sign)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 64; i++)
        aa[i / 8u][i % 8u] += i;
}

// guarded: on the cores, a bound below 0 that is wider than its variable
LOOP(on_the_cores_to_below_none)
{
    long n = -3 * one;
#pragma ctsar for hetero(1) independent
    for (unsigned i = 6; i <= n; i++)
        if (i < N)
            a[ip[i]] = i;
}

// guarded: on the cores, a byte and a bound below 0
LOOP(on_the_cores_a_byte_to_below_none)
{
#pragma ctsar for hetero(1) independent
    for (byte i = 0; i < five_below; i++)
        a[ip[i % N]] = i;
}

// guarded: an inner loop up to a difference without a sign, which is large
LOOP(inner_to_a_large_difference)
{
    unsigned m = one, k = 4 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 6; i++) {
        a[i] += b[i];
        for (unsigned j = 0; j < m - k; j++) {
            if (j >= 5)
                break;
            a[i + j + 1] += b[i];
        }
    }
}

// independent: one up to a small difference without a sign
LOOP(inner_to_a_small_difference)
{
    unsigned m = 4 * one, k = one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (unsigned j = 0; j < m - k; j++)
            aa[i][j] += bb[i][j];
}

// guarded: what is counted in large steps is cut off
LOOP(counted_in_large_steps)
{
    long step = 4294967296L * one;
#pragma ctsar for hetero(1)
    for (long i = 0; i < 20 * step; i += step) {
        int k = i;
        a[k] = a[k] * 2 + b[i >> 32];
    }
}

// guarded: up to the largest number there is, by way of those below 0
LOOP(up_to_the_largest)
{
    size_t end = -(size_t)one;
#pragma ctsar for hetero(1)
    for (signed char i = 0; i < end; i++)
        a[i + 128] = 2 * b[i + 128];
}

// guarded: a distance of two numbers whose sums a long does not hold
LOOP(distance_of_large_numbers)
{
    long k = 9223372036854775803L * one, m = 9223372036854775789L * one;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 13; i++)
        a[i] = a[(k - i) - m] + b[i];
}

// guarded: what is counted from far away is cut off
LOOP(counted_from_far)
{
    long base = 2147483648L * one;
#pragma ctsar for hetero(1)
    for (long i = base; i < base + N; i++) {
        a[i - base] = 2;
        if ((int)i < 0)
            a[3] += b[i - base];
    }
}

// independent: the same, and not so far
LOOP(counted_from_near)
{
    long base = 20 * one;
#pragma ctsar for hetero(1)
    for (long i = base; i < base + N; i++)
        a[(int)i - 20 * one] = b[i - base];
}

static unsigned below_a_step = 4294967295u;
static long below_ints = -4294967291L;
static size_t no_row, beyond_naturals = 4294967299UL;
static short short_step = 257;
static unsigned three_apart = 3;

// guarded: rows whose distance wraps around: each begins before the last one
LOOP(distance_wraps_around)
{
    unsigned rows_ = 8 * one, length = 4 * one;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < rows_; i++)
        for (unsigned j = 0; j < length; j++)
            a[i * below_a_step + j + 20] = a[i * below_a_step + j + 20] * 2 + i;
}

// independent: the same, and the distance is a usual one
LOOP(distance_without_a_sign)
{
    unsigned rows_ = 8 * one, length = 4 * one, distance = 5 * one;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < rows_; i++)
        for (unsigned j = 0; j < length; j++)
            a[i * distance + j] = a[i * distance + j] * 2 + i;
}

// guarded: rows of no length, one less than which is much without a sign
LOOP(rows_of_no_length)
{
    size_t length = 4 * one;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < 8; i++)
        for (size_t j = 0; j < length; j++)
            a[i * no_row + j] = a[i * no_row + j] * 2 + i;
}

// guarded: a distance of none, and nothing is written
LOOP(distance_of_none)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < 8; i++)
        for (size_t j = 0; j < no_row; j++)
            a[i * no_row] = i;
}

// guarded: on the cores, an int beside a bound that is below all of them
LOOP(on_the_cores_an_int_to_far_below)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < below_ints; i++)
        a[ip[i]] = i;
}

// guarded: on the cores, down to what is above all that the variable holds
LOOP(on_the_cores_down_to_far_above)
{
#pragma ctsar for hetero(1) independent
    for (unsigned i = 10; i > beyond_naturals; i--)
        a[ip[i]] = i;
}

// guarded: a step that is cut off
LOOP(step_cut_off)
{
#pragma ctsar for hetero(1)
    for (signed char i = 1; i < 5 * one; i += short_step)
        a[i] = i;
}

// guarded: a step that leads around the end of what the variable holds
LOOP(step_wraps_around)
{
    byte n = 255 * one;
#pragma ctsar for hetero(1)
    for (byte i = 0; i < n; i += 7)
        flat[i] += i;
}

// guarded: an inner loop whose step leads around
LOOP(inner_step_wraps_around)
{
    unsigned by = -three_apart;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] += b[i];
        for (unsigned j = 8; j < 9; j += by)
            a[i + 8 - j] += b[i];
    }
}

// unknown: the last value of a loop that counts down in its condition
LOOP(last_value_downwards)
{
    int last = 5;
#pragma omp parallel for hetero(1) lastprivate(last)
    for (unsigned i = N; i-- > 0;) {
        last = i;
        a[ip[i]] = i;
    }
    keep(0, last);
}

// unknown: on the cores, an unsigned number counts down by two
LOOP(unsigned_down_by_two)
{
#pragma omp parallel for hetero(1)
    for (unsigned short i = N; i > 0; i -= 2u)
        a[i] = i;
}

// guarded: a difference without a sign that is made wider
LOOP(difference_made_wider)
{
    unsigned m = 3 * one;
    long base = 4294967293L * one;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 3; i++) {
        long q = i - m;
        a[q - base] += b[q - base];
    }
}

// independent: a byte that holds what is counted
LOOP(place_in_a_wide_enough_byte)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++)
        a[(byte)i] = b[(byte)i] + 1;
}

// guarded: a byte that does not
LOOP(place_in_a_byte_too_small)
{
    int n = 2 * many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        flat[(byte)i] = flat[(byte)i] * 2 + i;
}

// independent: what is one above the bound is no int
LOOP(down_to_the_largest_int)
{
    int last = 2147483647 * one, n = many;
#pragma ctsar for hetero(1)
    for (int i = n; i > last; i--)
        a[i] = b[i] + 1;
}

// guarded: what is one above the bound is 0
LOOP(down_to_the_largest_size)
{
    size_t last = -1 * (size_t)one, n = many;
#pragma ctsar for hetero(1)
    for (size_t i = n; i > last; i--)
        a[i] = b[i] + 1;
}

// guarded: what is one above the first value is no int
LOOP(down_from_the_largest_int)
{
    int first = 2147483647 * one, last = first - 9;
#pragma ctsar for hetero(1)
    for (int i = first; i > last; i--)
        a[2147483647 - i] = b[2147483647 - i] + 1;
}

// guarded: what is one above the first value is 0
LOOP(down_from_the_largest_byte)
{
    unsigned char first = 255 * one;
#pragma ctsar for hetero(1)
    for (unsigned char i = first; i > 5; i--)
        flat[i] = flat[i] * 2 + 1;
}

// independent: sizes of a narrower type
LOOP(up_to_an_int_with_it)
{
    int last = many;
#pragma ctsar for hetero(1)
    for (long i = 0; i <= last; i++)
        a[i] = b[i] + 1;
}

// guarded: one more than the bound is no int
LOOP(up_to_the_largest_int_with_it)
{
    int last = 2147483647 * one;
    long first = 2147483647L - 9 * one;
#pragma ctsar for hetero(1)
    for (long i = first; i <= last; i++)
        a[2147483647L - i] = b[2147483647L - i] + 1;
}

// guarded: a first value below 0 is the largest without a sign, and no long
LOOP(from_a_difference_without_a_sign)
{
    size_t n = 3 * one;
    unsigned m = 12 * one;
#pragma ctsar for hetero(1)
    for (size_t i = n - m; i < n; i++)
        a[i] = b[i] + 1;
}

// guarded: the sum that a loop begins with wraps around, and so does the place
LOOP(from_a_sum_that_wraps)
{
    unsigned n = 2147483648u * one, p = 14 * one, q = -14 * one;
#pragma ctsar for hetero(1)
    for (int i = n + n; i < 9; i++)
        a[(i - p) - q] = b[i] + 1;
}

// independent: the same, counting down
LOOP(first_value_acts_once_down)
{
    int k = many;
#pragma ctsar for hetero(1)
    for (int i = k++; i > 2 * one; i--)
        a[i] = i;
    keep(0, k);
}

// independent: counting down in a narrow type
LOOP(down_in_a_narrow_type)
{
    const unsigned char first = (unsigned char)(N + 14 * one);
#pragma ctsar for hetero(1)
    for (unsigned char i = first; i > none; i--)
        a[i] = i + 1;
}

// independent: narrow types meet bounds by !=
LOOP(narrow_meets_its_bound)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = (unsigned char)five; i != N * one; i++)
        a[i] = b[i] + i;
#pragma ctsar for hetero(1)
    for (short i = (short)many; i != two; i--)
        c[i] = b[i] + i;
#pragma ctsar for hetero(1)
    for (signed char i = -5; i != 100 * one; i++)
        e[i + 5] = b[i + 5] + i;
}

// guarded: an unsigned char wraps around before it meets its bound
LOOP(narrow_wraps_before_its_bound)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = (unsigned char)many; i != 4 * five; i++)
        a[i] = b[i] + i;
}

// independent: steps meet a bound by !=
LOOP(steps_meet_a_bound)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i != many; i += 4) {
        a[i] = b[i] + 1;
        a[i + 1] = b[i + 1] + 2;
        a[i + 2] = b[i + 2] + 3;
        a[i + 3] = b[i + 3] + 4;
    }
#pragma ctsar for hetero(1)
    for (size_t i = (size_t)two; i != (size_t)many; i += 2)
        c[i] = b[i] + 1;
#pragma ctsar for hetero(1)
    for (unsigned short i = (unsigned short)two; i != many; i += 2)
        e[i] = b[i] + 1;
}

// guarded: steps lead over a bound, and around
LOOP(steps_lead_over_a_bound)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = (unsigned char)one; i != many; i += 3)
        a[i] = a[i] + i;
}

// guarded: begins below 0, and reads and writes no item of that number
static void from_below(int first, int n)
{
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        a[i + 40] = b[i + 40] + i;
}
LOOP(begins_below_none)
{
    from_below(-4 * five, N / 2);
}

// independent: no iteration from 1, and from a bound down to 1, to the least number there is
static void to_the_least(int n, long m)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        a[i] = a[0] + 1;
#pragma ctsar for hetero(1)
    for (int i = n; i > 1; i--)
        b[i] = b[0] + 1;
#pragma ctsar for hetero(1)
    for (long i = 1; i < m; i++)
        c[i] = c[0] + 1;
}
LOOP(none_to_the_least)
{
    to_the_least(-2147483647 * one - 1, -9223372036854775807L * one - 1);
}

static void narrow_from_below(int k, int *at)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 5; i++)
        for (unsigned short j = -3; j < 0; j++)
            at[i * k] = 1;
}

// unknown: an inner loop that begins with what its variable does not hold has no iteration
LOOP(narrow_inner_loop_from_below_none)
{
    narrow_from_below(2147483647 - (one > 1), counts);
    narrow_from_below(five, counts);
}

static void subscripts_negated(unsigned n, int *at)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0u - n; i != 0u - n + 5; i++)
        at[-i] = 1;
}

// unknown: a subscript that is negated without a sign
LOOP(negated_without_a_sign)
{
    subscripts_negated(many, counts);
}

// guarded: what bounds it wraps around, and arrays are not as long as the difference seems
static void up_to_a_difference(unsigned n, unsigned k, int *at)
{
#pragma ctsar for hetero(1)
    for (int i = 4; i < n - k; i++)
        at[i + k - k] = i;
}
LOOP(up_to_a_difference_that_wraps)
{
    up_to_a_difference(9, -6u * one, counts);
}

// guarded: ... or the sum
static void up_to_a_sum(unsigned n, unsigned k, int *at, const int *from)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n + k; i++)
        at[n + k - 1 - i] = from[i];
}
LOOP(up_to_a_sum_that_wraps)
{
    up_to_a_sum(-6u * one, 40, counts, ip);
}

// independent: neither does
static void up_to_numbers(unsigned n, unsigned k, int *at, int *to, const int *from)
{
#pragma ctsar for hetero(1)
    for (int i = 4; i < n - k; i++)
        at[i + k - k] = i;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n + k; i++)
        to[n + k - 1 - i] = from[i];
}
LOOP(up_to_differences_and_sums)
{
    up_to_numbers(90, 5u * one, counts, flag, ip);
}

// guarded: ... or it is a part of the bound
static void up_to_half_a_sum(unsigned n, unsigned k, int *at, const int *from)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < (n + k) / 2; i++)
        at[i] = from[n + k - 1 - i];
}
LOOP(up_to_half_a_sum_that_wraps)
{
    up_to_half_a_sum(-6u * one, 40, counts, ip);
}

// guarded: ... or a product
static void from_a_multiple(unsigned n, unsigned m, int *at, const int *from)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 8 * n; i < m; i++)
        at[i - 8 * n] = from[m - i];
}
LOOP(from_a_multiple_that_wraps)
{
    from_a_multiple(0x40000005u * one, 100, counts, ip);
}

// independent: none of them does
static void within_numbers(unsigned n, unsigned k, unsigned m, int *at, int *to, const int *from)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < (n + k) / 2; i++)
        at[i] = from[n + k - 1 - i];
#pragma ctsar for hetero(1)
    for (unsigned i = 8 * n; i < m; i++)
        to[i - 8 * n] = from[m - i];
}
LOOP(up_to_half_a_sum_and_from_a_multiple)
{
    within_numbers(6u * one, 40, 100, counts, flag, ip);
}
