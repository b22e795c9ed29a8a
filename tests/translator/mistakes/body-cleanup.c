static int sum;
static void add(int *p)
{
    sum += *p;
}
void f(int n, int *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        __attribute__((cleanup(add))) int t = a[i];
        a[i] = t + 1;
    }
}
