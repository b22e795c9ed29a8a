! SPDX-License-Identifier: BSD-3-Clause
!
! Heat in a plate, in Fortran: each pass computes a new plate from the old one, column by column, and sums up the
! heat. Prints how far it is from the same loops without ctsar.
program heat
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real64
    use ctsar
    implicit none

    integer, parameter :: rows = 120, columns = 200, steps = 10
    real(real64), target :: old(rows, columns), new(rows, columns), total
    real(real64) :: first(rows, columns), second(rows, columns), expected
    type(c_ptr) :: s = c_null_ptr
    integer :: i, j, step

    old = reshape([((modulo(7 * i + 13 * j, 100), i=1, rows), j=1, columns)], [rows, columns])
    first = old
    new = old
    second = old

    call ctsar_init(s, columns, policy=CTSAR_ADAPTIVE, name='heat')
    do step = 1, steps
        total = 0
        call pass(old, new)
        old = new
    end do
    call ctsar_free(s)

    do step = 1, steps
        do j = 2, columns - 1
            second(2:rows - 1, j) = around(first(:, j - 1:j + 1))
        end do
        first = second
    end do
    expected = sum(second(:, 2:columns - 1))
    print '(a,es7.1,a,l1)', 'largest difference ', maxval(abs(new - second)), &
        ', sums agree: ', abs(total - expected) < 1e-9 * expected

contains

    ! The middle one of three columns, without its ends, a step later.
    pure function around(c) result(next)
        real(real64), intent(in) :: c(:, :)
        real(real64) :: next(size(c, 1) - 2)
        integer :: n
        n = size(c, 1)
        next = (c(1:n - 2, 2) + c(3:n, 2) + c(2:n - 1, 1) + c(2:n - 1, 3)) / 4
    end function around

    ! Iteration j needs columns j - 1 to j + 1 of `from`, and writes column j of `to`.
    subroutine pass(from, to)
        real(real64), intent(inout), target :: from(:, :), to(:, :)
        real(real64), pointer :: f(:, :), t(:, :), part
        integer :: column
        !$omp parallel private(f, t, part, column)
        do
            call ctsar_array(s, from, f, CTSAR_MEM_INPUT, dim=2, halo=1)
            call ctsar_array(s, to, t, CTSAR_MEM_INOUT, dim=2)
            call ctsar_sum(s, total, part)
            call ctsar_next(s, columns)
            do column = max(2, ctsar_first(s)), min(columns - 1, ctsar_last(s))
                t(2:rows - 1, column) = around(f(:, column - 1:column + 1))
                part = part + sum(t(:, column))
            end do
            if (.not. ctsar_loop(s)) exit
        end do
        !$omp end parallel
    end subroutine pass
end program heat
