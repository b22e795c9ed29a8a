! SPDX-License-Identifier: BSD-3-Clause
!
! What the Fortran module has besides a pass: settings, persisted arrays, other types, errors.
program settings
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32
    use ctsar
    implicit none

    integer, parameter :: n = 60
    real(real32), target :: cube(3, 4, n) = 0
    integer(int32), target :: rows(n, 5) = 1
    integer :: k, step
    integer(int64), target :: numbers(n) = [(k, k=1, n)], total = 5
    type(c_ptr) :: s = c_null_ptr
    character(:), allocatable :: message
    integer(c_int) :: status

    call ctsar_init(s, n, CTSAR_STATIC, CTSAR_DEV_ALL, 'settings')
    call expect('settings', all([ctsar_set_policy(s, CTSAR_ADAPTIVE), ctsar_set_div(s, 4), &
                                 ctsar_set_chunk(s, 5_c_size_t), ctsar_set_ratio(s, 0.5_c_double), &
                                 ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), &
                                 ctsar_set_nowait(s, .true._c_bool), ctsar_set_name(s, 'other')] == 0))
    do step = 1, 3
        call pass()
    end do
    status = ctsar_sync_mem(s, c_loc(cube))
    call expect('sync', status == 0 .and. all(cube == 3))
    cube = 7
    status = ctsar_host_modified(s, c_loc(cube))
    call pass()
    status = ctsar_depersist(c_loc(cube))
    call expect('modified', status == 0 .and. all(cube == 8))
    call expect('rows', all(rows == 5))
    call expect('total', total == 5 + 4 * n * (n + 1) / 2)

    status = ctsar_set_error_mode(CTSAR_ERRORS_RETURN)
    call ctsar_init(s, n) ! it is open already
    status = ctsar_set_div(s, -1)
    message = ctsar_last_error(s)
    call expect('refused', status /= 0 .and. index(message, 'other') > 0)
    call ctsar_free(s)
    call expect('free', .not. c_associated(s))
    print '(a)', 'right'

contains

    subroutine expect(what, holds)
        character(*), intent(in) :: what
        logical, intent(in) :: holds
        if (.not. holds) print '(2a)', 'wrong: ', what
    end subroutine expect

    subroutine pass()
        real(real32), pointer :: c(:, :, :)
        integer(int32), pointer :: r(:, :)
        integer(int64), pointer :: m(:), part
        integer :: i
        !$omp parallel private(c, r, m, part, i)
        do
            call ctsar_array(s, cube, c, CTSAR_MEM_INOUT + CTSAR_MEM_PERSIST, dim=3)
            call ctsar_array(s, rows, r, CTSAR_MEM_INOUT, dim=1)
            call ctsar_array(s, numbers, m, CTSAR_MEM_INPUT)
            call ctsar_sum(s, total, part)
            call expect('unit', ctsar_get_unit(s) >= -1)
            call expect('type', any(ctsar_get_type(s) == [CTSAR_DEV_CPU, CTSAR_DEV_GPU]))
            call ctsar_next(s, n)
            do i = ctsar_first(s), ctsar_last(s)
                c(:, :, i) = c(:, :, i) + 1
                r(i, :) = r(i, :) + 1
                part = part + m(n + 1 - i)
            end do
            if (.not. ctsar_loop(s)) exit
        end do
        !$omp end parallel
    end subroutine pass
end program settings
