struct grid { int n, *counts; const int *bin; };
void f(struct grid *s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < s->n; ++i)
        s->counts[s->bin[i]]++;
}
