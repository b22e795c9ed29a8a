#pragma ctsar taskwait
int n;
