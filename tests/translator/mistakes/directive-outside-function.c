#pragma ctsar for hetero(1)
static double a[10];
