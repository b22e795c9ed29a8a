struct list {
    int n, at[];
};
static int chosen(const struct list *list, int i)
{
    return list->at[i % list->n];
}
void f(int n, int *a, const struct list *list)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        a[i] = chosen(list, i);
}
