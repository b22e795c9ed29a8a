// SPDX-License-Identifier: BSD-3-Clause
//
// ctsar.h from C++17: a region that a destructor ends, a body that is a lambda, a kernel, tasks. Compares with serial
// loops.
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <ctsar.h>

namespace {

struct End {
    void operator()(ctsar *s) const { ctsar_free(&s); }
    void operator()(ctsar_tasks *t) const { ctsar_tasks_free(&t); }
};
using Region = std::unique_ptr<ctsar, End>;
using Tasks = std::unique_ptr<ctsar_tasks, End>;

Region region(std::size_t n, std::string_view name)
{
    ctsar *s = nullptr;
    ctsar_init(&s, n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, nullptr, nullptr);
    ctsar_set_name(s, std::string(name).c_str());
    return Region(s);
}

// The turn's address of the array, of the type that the array has.
template <class T> T *registered(const Region &s, std::vector<T> &array, unsigned flags)
{
    return static_cast<T *>(ctsar_reg_mem(s.get(), array.data(), sizeof(T), array.size(), flags | CTSAR_MEM_PARTIAL));
}

template <class Body> void pass(const Region &s, Body body)
{
#pragma omp parallel num_threads(2)
    do
        body();
    while (ctsar_loop(s.get()));
}

double inline_loop(std::vector<double> &x, std::vector<double> &y, double a)
{
    Region s = region(x.size(), "inline");
    double sum = 0;
    const double zero = 0;
    auto add = [](void *into, void *from) { *static_cast<double *>(into) += *static_cast<double *>(from); };
    pass(s, [&] {
        auto *ux = registered(s, x, CTSAR_MEM_INPUT);
        auto *uy = registered(s, y, CTSAR_MEM_INOUT);
        auto *part = static_cast<double *>(ctsar_reg_reduc(s.get(), &sum, &zero, sizeof sum, add));
        ctsar_next(s.get(), x.size());
        for (long i = CSTART(s); i < CEND(s); ++i)
            *part += uy[i] += a * ux[i];
    });
    return sum;
}

void axpy(const ctsar_call *call)
{
    auto *x = static_cast<const double *>(call->arg[0]);
    auto *y = static_cast<double *>(call->arg[1]);
    const double a = *static_cast<const double *>(call->arg[2]);
    for (long i = call->start; i < call->end; i += call->step)
        y[i] += a * x[i];
}

ctsar_kernel kernel()
{
    ctsar_kernel k{};
    k.name = "axpy";
    k.host = axpy;
    return k;
}

void launched_loop(std::vector<double> &x, std::vector<double> &y, double a)
{
    static const ctsar_kernel body = kernel();
    Region s = region(x.size(), "launched");
    ctsar_set_kernel(s.get(), &body);
    pass(s, [&] {
        registered(s, x, CTSAR_MEM_INPUT);
        registered(s, y, CTSAR_MEM_INOUT);
        ctsar_next(s.get(), x.size());
        const ctsar_arg args[] = {CTSAR_ARG_MEM(x.data()), CTSAR_ARG_MEM(y.data()), CTSAR_ARG_VALUE(&a, sizeof a)};
        ctsar_launch(s.get(), &body, args, 3);
    });
}

void in_tasks(std::vector<double> &x, std::vector<double> &y, double a)
{
    static const ctsar_kernel body = kernel();
    constexpr std::size_t block = 100;
    ctsar_tasks *raw = nullptr;
    ctsar_tasks_init(&raw, CTSAR_DEV_ALL, CTSAR_EARLIEST);
    Tasks t(raw);
    for (std::size_t k = 0; k < x.size(); k += block) {
        const ctsar_access access[] = {CTSAR_IN(&x[k], block * sizeof x[0]), CTSAR_INOUT(&y[k], block * sizeof y[0]),
                                       CTSAR_VALUE(&a, sizeof a)};
        ctsar_task(t.get(), &body, 0, block, access, 3, 0);
    }
    ctsar_tasks_wait(t.get(), nullptr);
}

} // namespace

int main()
{
    constexpr std::size_t n = 1000;
    std::vector<double> x(n), y(n, 1.0), expected(n, 1.0);
    std::iota(x.begin(), x.end(), 0.0);
    const double sum = inline_loop(x, y, 2);
    launched_loop(x, y, 3);
    in_tasks(x, y, 4);

    double serial_sum = 0;
    int wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        serial_sum += expected[i] += 2 * x[i];
        expected[i] += 3 * x[i];
        expected[i] += 4 * x[i];
        wrong += expected[i] != y[i];
    }
    std::printf("%d wrong, sum %s\n", wrong, sum == serial_sum ? "right" : "wrong");
    return wrong || sum != serial_sum;
}
