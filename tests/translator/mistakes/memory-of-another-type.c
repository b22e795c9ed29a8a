void f(int n, double *values)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        float *half = (float *)values;
        half[i] = 0;
    }
}
