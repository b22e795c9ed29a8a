void mine(const struct ctsar_call *call);
const char *text = "";
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) kernel(host: mien) kernel(opencl: source)
    for (int i = 0; i < n; ++i)
        a[i] += 1;
}
