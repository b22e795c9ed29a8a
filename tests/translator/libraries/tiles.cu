/* What C cannot say: a launch. */
static __global__ void product(const float *a, const float *b, float *c, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    for (int k = 0; k < side; k++)
        c[i + side * j] += a[i + side * k] * b[k + side * j];
}

extern "C" void fold_by_kernel(float *a, float *b, float *c, int side)
{
    dim3 block(4, 4), grid(side / block.x, side / block.y);
    product<<<grid, block>>>(a, b, c, side);
}
