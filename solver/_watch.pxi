# What the compiled searches have in common, seen from outside: each is an object with a context of
# its own, asks now and then whether it is to give up, and may be stopped from another thread.

from cpython.exc cimport PyErr_CheckSignals

from time import monotonic

cdef enum:                  # why to stop
    ASKED = 1               # asked to from outside, or interrupted
    LATE = 2                # the time is up


cdef class _Watched:
    """A context, and what may end a search in it from outside. One per thread."""

    cdef Context* c
    cdef double deadline        # monotonic seconds, 0 for none
    cdef object called_off      # asked now and then
    cdef object call_in         # called now and then, for help with what takes long
    cdef uint64_t alone_until   # node count from which it is
    cdef object error           # what asking raised, kept until the search has ended

    def __cinit__(self):
        self.c = <Context*>calloc(1, sizeof(Context))
        if self.c == NULL:
            raise MemoryError
        self.c.owner = <void*>self

    def __dealloc__(self):
        free(self.c)

    @property
    def nodes(self):
        """Positions looked at, at the start of a trick, since this was made."""
        return self.c.nodes

    @property
    def stored(self):
        """What the table holds now: patterns, or bounds on starts of tricks."""
        return self.c.table.stored

    def clear(self):
        """Forget all that is stored and the cards that served; the memory stays."""
        forget(self.c)

    def stop(self):
        """Ask a running search, in another thread, to give up soon."""
        self.c.stop = ASKED

    cdef void begin(self, double deadline, called_off) noexcept:
        """Begin a search that may be stopped."""
        self.deadline = deadline
        self.called_off = called_off
        self.c.stop = 0
        self.c.next_check = self.c.nodes + CHECK_EVERY

    cdef void note_why_to_stop(self) noexcept:
        """Ask whether to stop, and call in help."""
        cdef int why = 0
        try:
            PyErr_CheckSignals()
            if self.called_off is not None and self.called_off():
                why = ASKED
            elif self.call_in is not None and self.c.nodes >= self.alone_until:
                self.call_in()
        except BaseException as error:
            self.error = error
            why = ASKED
        if why == 0 and self.deadline and monotonic() >= self.deadline:
            why = LATE
        if self.c.stop == 0:    # another thread may have asked meanwhile
            self.c.stop = why

    cdef int end(self) except -1:
        """End it, and raise what was raised meanwhile."""
        self.called_off = self.call_in = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return 0


cdef bint is_stopped(Context* c) noexcept nogil:
    """Whether to give up: asked to, out of time, or interrupted."""
    if c.stop == 0:
        with gil:
            (<_Watched>c.owner).note_why_to_stop()
    return c.stop != 0
