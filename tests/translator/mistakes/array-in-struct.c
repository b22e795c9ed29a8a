enum { N = 100 };
static struct {
    double now[N], next[N];
} state;
static void step(void)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        state.next[i] = state.next[i - 1] + state.now[i];
}
int main(void)
{
    step();
    return 0;
}
