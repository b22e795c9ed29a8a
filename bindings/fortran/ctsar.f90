! SPDX-License-Identifier: BSD-3-Clause
!
! ctsar for Fortran: loops whose body stands inline. ctsar.h is the manual; what differs here is said here.
!
!     type(c_ptr) :: s = c_null_ptr
!     call ctsar_init(s, n)
!     !$omp parallel private(ux, uy, j)
!     do
!         call ctsar_array(s, x, ux, CTSAR_MEM_INPUT, dim=2)
!         call ctsar_array(s, y, uy, CTSAR_MEM_INOUT, dim=2)
!         call ctsar_next(s, n)
!         do j = ctsar_first(s), ctsar_last(s)
!             uy(:, j) = uy(:, j) + a * ux(:, j)
!         end do
!         if (.not. ctsar_loop(s)) exit
!     end do
!     !$omp end parallel
!     call ctsar_free(s)
!
! Iterations are 1 to n. Iteration j needs index j of the dimension `dim` of an array, and the other
! dimensions whole. Fortran stores columns one after the other: associate the last dimension, and what a unit
! needs lies in one piece. Kernels (ctsar_launch) and tasks are called from C.
!
! Errors abort, unless ctsar_set_error_mode(CTSAR_ERRORS_RETURN) was called: then the loops of the pass are empty,
! all threads leave it, and ctsar_last_error says why.
module ctsar
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    implicit none
    private

    ! Policies.
    integer(c_int), parameter, public :: CTSAR_AUTO = 9
    integer(c_int), parameter, public :: CTSAR_STATIC = 1
    integer(c_int), parameter, public :: CTSAR_ADAPTIVE = 2
    integer(c_int), parameter, public :: CTSAR_SPLIT = 3
    integer(c_int), parameter, public :: CTSAR_QUICK = 4
    integer(c_int), parameter, public :: CTSAR_CHUNK = 5
    integer(c_int), parameter, public :: CTSAR_CHUNK_STATIC = 6
    integer(c_int), parameter, public :: CTSAR_CHUNK_DYNAMIC = 7
    integer(c_int), parameter, public :: CTSAR_HYBRID = 8
    integer(c_int), parameter, public :: CTSAR_POLICY_DEFAULT = 0

    ! Which units a region may use, and the kind of a turn's.
    integer(c_int), parameter, public :: CTSAR_DEV_CPU = 1
    integer(c_int), parameter, public :: CTSAR_DEV_GPU = 2
    integer(c_int), parameter, public :: CTSAR_DEV_ALL = 3

    ! What becomes of an array.
    integer(c_int), parameter, public :: CTSAR_MEM_INPUT = 1
    integer(c_int), parameter, public :: CTSAR_MEM_OUTPUT = 2
    integer(c_int), parameter, public :: CTSAR_MEM_INOUT = 3
    integer(c_int), parameter, public :: CTSAR_MEM_PERSIST = 16

    ! Errors.
    integer(c_int), parameter, public :: CTSAR_ERRORS_ABORT = 0
    integer(c_int), parameter, public :: CTSAR_ERRORS_RETURN = 1

    ! When an accelerator is left out.
    integer(c_int), parameter, public :: CTSAR_BACKOFF_FILL = 0
    integer(c_int), parameter, public :: CTSAR_BACKOFF_PAPER = 1
    integer(c_int), parameter, public :: CTSAR_BACKOFF_NEVER = 2

    public :: ctsar_init, ctsar_free, ctsar_set_name, ctsar_set_policy, ctsar_set_div, ctsar_set_chunk
    public :: ctsar_set_ratio, ctsar_set_backoff, ctsar_set_nowait, ctsar_set_error_mode, ctsar_last_error
    public :: ctsar_next, ctsar_first, ctsar_last, ctsar_get_type, ctsar_get_unit, ctsar_loop
    public :: ctsar_array, ctsar_sum, ctsar_reg_reduc
    public :: ctsar_sync_mem, ctsar_host_modified, ctsar_depersist, ctsar_discard

    ! Registers an array, and sets `unit` to what this turn reaches it by: on a core the array itself. By the team,
    ! in each turn, inside the loop, once an array.
    !   array  contiguous, real or integer of 32 or 64 bits, of rank 1 to 3; where it is declared it has the attribute
    !          target
    !   unit   a pointer of the same type and rank, private to the thread; its lower bounds are 1
    !   flags  CTSAR_MEM_INPUT, _OUTPUT or _INOUT, with CTSAR_MEM_PERSIST added or not
    !   dim    the dimension that belongs to the iterations; without it each unit gets all of the array, as input
    !   halo   so many indices on either side are read, too
    ! On an error the pointer is not associated.
    interface ctsar_array
        module procedure real32_1, real32_2, real32_3, real64_1, real64_2, real64_3
        module procedure int32_1, int32_2, int32_3, int64_1, int64_2, int64_3
    end interface

    ! Registers a sum into `result` and points to this turn's private part of it, to be added to.
    interface ctsar_sum
        module procedure sum_real64, sum_int64
    end interface

    type, bind(C) :: c_dim
        integer(c_size_t) :: extent
        logical(c_bool) :: assoc
        integer(c_size_t) :: halo_below, halo_above
    end type c_dim

    character(*), parameter :: pieces = 'ctsar_array: the array must be contiguous'
    real(real64), target, save :: zero_real64 = 0
    integer(int64), target, save :: zero_int64 = 0

    ! What only takes values is called as it is. Each returns a status, 0 for none.
    interface
        integer(c_int) function ctsar_set_policy(s, policy) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s
            integer(c_int), value :: policy
        end function ctsar_set_policy

        integer(c_int) function ctsar_set_div(s, div) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s
            integer(c_int), value :: div
        end function ctsar_set_div

        integer(c_int) function ctsar_set_chunk(s, iterations) bind(C)
            import :: c_int, c_ptr, c_size_t
            type(c_ptr), value :: s
            integer(c_size_t), value :: iterations
        end function ctsar_set_chunk

        integer(c_int) function ctsar_set_ratio(s, ratio) bind(C)
            import :: c_double, c_int, c_ptr
            type(c_ptr), value :: s
            real(c_double), value :: ratio
        end function ctsar_set_ratio

        integer(c_int) function ctsar_set_nowait(s, nowait) bind(C)
            import :: c_bool, c_int, c_ptr
            type(c_ptr), value :: s
            logical(c_bool), value :: nowait
        end function ctsar_set_nowait

        integer(c_int) function ctsar_set_backoff(s, rule, passes) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s
            integer(c_int), value :: rule, passes
        end function ctsar_set_backoff

        integer(c_int) function ctsar_set_error_mode(mode) bind(C)
            import :: c_int
            integer(c_int), value :: mode
        end function ctsar_set_error_mode

        subroutine ctsar_free(s) bind(C)
            import :: c_ptr
            type(c_ptr), intent(inout) :: s
        end subroutine ctsar_free

        integer(c_int) function ctsar_get_type(s) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s
        end function ctsar_get_type

        integer(c_int) function ctsar_get_unit(s) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s
        end function ctsar_get_unit

        ! The general reduction, as in ctsar.h: `combine` is a subroutine(into, from) with bind(C), of two
        ! type(c_ptr), value.
        type(c_ptr) function ctsar_reg_reduc(s, result, identity, item_size, combine) bind(C)
            import :: c_funptr, c_ptr, c_size_t
            type(c_ptr), value :: s, result, identity
            integer(c_size_t), value :: item_size
            type(c_funptr), value :: combine
        end function ctsar_reg_reduc

        ! Of the next three the array is c_loc(array); the region may be c_null_ptr.
        integer(c_int) function ctsar_sync_mem(s, host) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s, host
        end function ctsar_sync_mem

        integer(c_int) function ctsar_host_modified(s, host) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: s, host
        end function ctsar_host_modified

        integer(c_int) function ctsar_depersist(host) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: host
        end function ctsar_depersist

        integer(c_int) function ctsar_discard(host) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: host
        end function ctsar_discard

        ! ---- To be called by what follows

        integer(c_int) function c_init(s, iterations, policy, devices, time_per_iter, div, place) &
            bind(C, name="ctsar_init_at")
            import :: c_int, c_ptr, c_size_t, c_char
            type(c_ptr), intent(inout) :: s
            integer(c_size_t), value :: iterations
            integer(c_int), value :: policy, devices
            type(c_ptr), value :: time_per_iter, div
            character(kind=c_char), intent(in) :: place(*)
        end function c_init

        integer(c_int) function c_set_name(s, name) bind(C, name="ctsar_set_name")
            import :: c_char, c_int, c_ptr
            type(c_ptr), value :: s
            character(kind=c_char), intent(in) :: name(*)
        end function c_set_name

        integer(c_int) function c_next(s, n) bind(C, name="ctsar_next")
            import :: c_int, c_ptr, c_size_t
            type(c_ptr), value :: s
            integer(c_size_t), value :: n
        end function c_next

        integer(c_int) function c_get_range(s, first, last) bind(C, name="ctsar_get_range")
            import :: c_int, c_long, c_ptr
            type(c_ptr), value :: s
            integer(c_long), intent(out) :: first, last
        end function c_get_range

        logical(c_bool) function c_loop(s) bind(C, name="ctsar_loop")
            import :: c_bool, c_ptr
            type(c_ptr), value :: s
        end function c_loop

        type(c_ptr) function c_reg_mem(s, host, elem_size, ndim, dims, flags, strides) &
            bind(C, name="ctsar_reg_mem_nd")
            import :: c_dim, c_int, c_ptr, c_size_t
            type(c_ptr), value :: s, host, strides
            integer(c_size_t), value :: elem_size
            integer(c_int), value :: ndim, flags
            type(c_dim), intent(in) :: dims(*)
        end function c_reg_mem

        type(c_ptr) function c_last_error(s) bind(C, name="ctsar_last_error")
            import :: c_ptr
            type(c_ptr), value :: s
        end function c_last_error

        integer(c_size_t) function c_strlen(text) bind(C, name="strlen")
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
        end function c_strlen
    end interface

contains

    ! ---- Regions

    ! Opens a region, unless s is one already. policy, devices: by default auto, and all units.
    subroutine ctsar_init(s, iterations, policy, devices, name, status)
        type(c_ptr), intent(inout) :: s
        integer, intent(in) :: iterations
        integer(c_int), intent(in), optional :: policy, devices
        character(*), intent(in), optional :: name
        integer(c_int), intent(out), optional :: status
        integer(c_int) :: p, d, rc
        character(:), allocatable :: place
        p = CTSAR_POLICY_DEFAULT
        if (present(policy)) p = policy
        d = CTSAR_DEV_ALL
        if (present(devices)) d = devices
        place = 'a Fortran loop'
        if (present(name)) place = name
        rc = c_init(s, int(iterations, c_size_t), p, d, c_null_ptr, c_null_ptr, place//c_null_char)
        if (present(status)) status = rc
    end subroutine ctsar_init

    integer(c_int) function ctsar_set_name(s, name)
        type(c_ptr), intent(in) :: s
        character(*), intent(in) :: name
        ctsar_set_name = c_set_name(s, trim(name)//c_null_char)
    end function ctsar_set_name

    ! The last error of the region, or of the thread where s is c_null_ptr; '' where there was none.
    function ctsar_last_error(s) result(text)
        type(c_ptr), intent(in) :: s
        character(:), allocatable :: text
        type(c_ptr) :: at
        character(kind=c_char), pointer :: letter(:)
        integer :: k
        at = c_last_error(s)
        call c_f_pointer(at, letter, [c_strlen(at)])
        allocate (character(size(letter)) :: text)
        do k = 1, size(letter)
            text(k:k) = letter(k)
        end do
    end function ctsar_last_error

    ! ---- Turns

    ! Gives this turn its range of the iterations 1 to n.
    subroutine ctsar_next(s, n, status)
        type(c_ptr), intent(in) :: s
        integer, intent(in) :: n
        integer(c_int), intent(out), optional :: status
        integer(c_int) :: rc
        rc = c_next(s, int(n, c_size_t))
        if (present(status)) status = rc
    end subroutine ctsar_next

    ! The turn's first iteration and its last one; last < first: none.
    integer function ctsar_first(s)
        type(c_ptr), intent(in) :: s
        integer(c_long) :: lo, hi
        if (c_get_range(s, lo, hi) /= 0) lo = 0
        ctsar_first = int(lo) + 1
    end function ctsar_first

    integer function ctsar_last(s)
        type(c_ptr), intent(in) :: s
        integer(c_long) :: lo, hi
        if (c_get_range(s, lo, hi) /= 0) hi = 0
        ctsar_last = int(hi)
    end function ctsar_last

    ! Ends the turn. Has this thread another one?
    logical function ctsar_loop(s)
        type(c_ptr), intent(in) :: s
        ctsar_loop = c_loop(s)
    end function ctsar_loop

    ! ---- Arrays

    type(c_ptr) function registered(s, host, bytes, extents, flags, dim, halo)
        type(c_ptr), intent(in) :: s, host
        integer, intent(in) :: bytes, extents(:)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_dim) :: dims(size(extents))
        integer :: k, at, h
        h = 0
        if (present(halo)) h = halo
        do k = 1, size(extents)
            at = size(extents) + 1 - k ! C counts from the outermost one
            dims(k) = c_dim(extents(at), .false._c_bool, 0, 0)
            if (present(dim)) then
                if (dim == at) dims(k) = c_dim(extents(at), .true._c_bool, h, h)
            end if
        end do
        if (present(dim)) then
            if (dim < 1 .or. dim > size(extents)) &
                error stop 'ctsar_array: dim must be a dimension of the array'
        end if
        registered = c_reg_mem(s, host, int(bytes, c_size_t), size(extents), dims, flags, c_null_ptr)
    end function registered

    subroutine real32_1(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real32), intent(in), target :: array(:)
        real(real32), pointer, intent(out) :: unit(:)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real32_1

    subroutine real32_2(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real32), intent(in), target :: array(:, :)
        real(real32), pointer, intent(out) :: unit(:, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real32_2

    subroutine real32_3(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real32), intent(in), target :: array(:, :, :)
        real(real32), pointer, intent(out) :: unit(:, :, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real32_3

    subroutine real64_1(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real64), intent(in), target :: array(:)
        real(real64), pointer, intent(out) :: unit(:)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real64_1

    subroutine real64_2(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real64), intent(in), target :: array(:, :)
        real(real64), pointer, intent(out) :: unit(:, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real64_2

    subroutine real64_3(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        real(real64), intent(in), target :: array(:, :, :)
        real(real64), pointer, intent(out) :: unit(:, :, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine real64_3

    subroutine int32_1(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int32), intent(in), target :: array(:)
        integer(int32), pointer, intent(out) :: unit(:)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int32_1

    subroutine int32_2(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int32), intent(in), target :: array(:, :)
        integer(int32), pointer, intent(out) :: unit(:, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int32_2

    subroutine int32_3(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int32), intent(in), target :: array(:, :, :)
        integer(int32), pointer, intent(out) :: unit(:, :, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int32_3

    subroutine int64_1(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int64), intent(in), target :: array(:)
        integer(int64), pointer, intent(out) :: unit(:)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int64_1

    subroutine int64_2(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int64), intent(in), target :: array(:, :)
        integer(int64), pointer, intent(out) :: unit(:, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int64_2

    subroutine int64_3(s, array, unit, flags, dim, halo)
        type(c_ptr), intent(in) :: s
        integer(int64), intent(in), target :: array(:, :, :)
        integer(int64), pointer, intent(out) :: unit(:, :, :)
        integer(c_int), intent(in) :: flags
        integer, intent(in), optional :: dim, halo
        type(c_ptr) :: at
        if (.not. is_contiguous(array)) error stop pieces
        at = registered(s, c_loc(array), storage_size(array) / 8, shape(array), flags, dim, halo)
        call c_f_pointer(at, unit, shape(array))
    end subroutine int64_3

    ! ---- Sums

    subroutine sum_real64(s, result, part)
        type(c_ptr), intent(in) :: s
        real(real64), intent(in), target :: result
        real(real64), pointer, intent(out) :: part
        call c_f_pointer(ctsar_reg_reduc(s, c_loc(result), c_loc(zero_real64), c_sizeof(result), &
                                         c_funloc(add_real64)), part)
    end subroutine sum_real64

    subroutine add_real64(into, from) bind(C)
        type(c_ptr), value :: into, from
        real(real64), pointer :: a, b
        call c_f_pointer(into, a)
        call c_f_pointer(from, b)
        a = a + b
    end subroutine add_real64

    subroutine sum_int64(s, result, part)
        type(c_ptr), intent(in) :: s
        integer(int64), intent(in), target :: result
        integer(int64), pointer, intent(out) :: part
        call c_f_pointer(ctsar_reg_reduc(s, c_loc(result), c_loc(zero_int64), c_sizeof(result), &
                                         c_funloc(add_int64)), part)
    end subroutine sum_int64

    subroutine add_int64(into, from) bind(C)
        type(c_ptr), value :: into, from
        integer(int64), pointer :: a, b
        call c_f_pointer(into, a)
        call c_f_pointer(from, b)
        a = a + b
    end subroutine add_int64

end module ctsar
