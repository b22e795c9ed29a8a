void f(int n, const double *b, double *o)
{
#pragma ctsar for hetero(1) part_copy(o[1:n])
    for (int i = 0; i < n; i++) {
        const double *p = b + i * 3;
        if (i % 2)
            p += 3;
        o[i] += *p;
    }
}
