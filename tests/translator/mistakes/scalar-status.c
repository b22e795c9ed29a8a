struct part {
    struct part *next;
    double v[4];
};
void f(struct part **list, double *x, const int *index, int n)
{
    int status = 1;
    /* Iterations read what another one sets; what else there is OpenMP could execute. */
#pragma omp parallel for hetero(1) shared(status)
    for (int i = 0; i < n; i++) {
        int mine = status;
        if (!mine)
            continue;
        x[index[i]] = list[i]->next->v[i % 4];
        mine = x[index[i]] < 100;
        if (!mine)
            status = mine;
    }
}
