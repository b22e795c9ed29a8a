void use(int n)
{
    if (n)
#pragma ctsar taskwait
    n++;
}
