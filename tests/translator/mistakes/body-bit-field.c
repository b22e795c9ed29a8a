struct cell { unsigned alive : 1, age : 7; };
void f(int n, struct cell *c)
{
#pragma ctsar for hetero(1) part_copy(c[1:n])
    for (int i = 0; i < n; ++i)
        c[i].age = c[i].alive ? c[i].age + 1 : 0;
}
