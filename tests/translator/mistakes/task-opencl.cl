/* void scale() */
__kernel void other(__global double *x) {}
__kernel void fewer(__global const double *x, __global double *y) {}
__kernel void narrower(__global const float *x, __global double *y, int n) {}
__kernel void nearer(__local double *x, __global double *y, int n) {}
__kernel void scale2(__global const double *x, __global double *y, int n) { y[n] = x[n]; }
void helper(__global const double *x, __global double *y, int n) {}
__kernel void more(__global const double *x, __global double *y, const double scalar, int n) {}
