# What both compiled searches have in common for Python: an object with a context of its own. The
# search checks now and then whether to give up, and another thread may stop it.

from cpython.exc cimport PyErr_CheckSignals

from time import monotonic

cdef enum:                  # why a search stops
    ASKED = 1               # it was told to, or interrupted
    LATE = 2                # its time is up


cdef class _Watched:
    """A context, and what may end a search in it from outside. Each thread needs its own."""

    cdef Context* c
    cdef double deadline        # in seconds of the monotonic clock, 0 for none
    cdef object called_off      # called now and then; the search stops if it returns true
    cdef object call_in         # called now and then, so that other threads can help
    cdef uint64_t alone_until   # node count before which ``call_in`` is not called
    cdef object error           # an exception of these calls, kept until the search has ended

    def __cinit__(self):
        self.c = <Context*>calloc(1, sizeof(Context))
        if self.c == NULL:
            raise MemoryError
        self.c.owner = <void*>self

    def __dealloc__(self):
        free(self.c)

    @property
    def nodes(self):
        """Positions searched, counted at the starts of tricks, since this object was made."""
        return self.c.nodes

    @property
    def stored(self):
        """The number of entries in the table: patterns, or bounds on starts of tricks."""
        return self.c.table.stored

    def clear(self):
        """Forget the table and the cards that served; their memory is kept."""
        forget(self.c)

    def stop(self):
        """Tell a search that runs in another thread to give up soon."""
        self.c.stop = ASKED

    cdef void begin(self, double deadline, called_off) noexcept:
        """Begin a search that may be stopped."""
        self.deadline = deadline
        self.called_off = called_off
        self.c.stop = 0
        self.c.next_check = self.c.nodes + CHECK_EVERY

    cdef void note_why_to_stop(self) noexcept:
        """Check whether to stop, and call for help."""
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
        if self.c.stop == 0:    # another thread may have called ``stop`` meanwhile
            self.c.stop = why

    cdef int end(self) except -1:
        """End the search, and raise the exception that was raised during it, if any."""
        self.called_off = self.call_in = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return 0


cdef bint is_stopped(Context* c) noexcept nogil:
    """Whether to give up: told to, out of time, or interrupted."""
    if c.stop == 0:
        with gil:
            (<_Watched>c.owner).note_why_to_stop()
    return c.stop != 0
