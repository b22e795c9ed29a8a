void f(int n, double *velocity)
{
#pragma ctsar for hetero(1) part_copy(velocty[1:n])
    for (int i = 0; i < n; ++i)
        velocity[i] = i;
}
