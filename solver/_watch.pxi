# When a search gives up: it is called off, interrupted, or its time is up. Every compiled
# search that takes long has a watch.

from cpython.exc cimport PyErr_CheckSignals

from time import monotonic

cdef enum:                  # why to stop
    ASKED = 1               # asked to from outside, or interrupted
    LATE = 2                # the time is up


cdef class _Watch:
    """What may end a search from outside: a deadline, ``called_off``, signals."""

    cdef double deadline    # monotonic seconds, 0 for none
    cdef object called_off  # asked now and then
    cdef object error       # what asking raised, kept until the search has ended

    cdef void begin(self, double deadline, called_off) noexcept:
        """Begin a search."""
        self.deadline = deadline
        self.called_off = called_off

    cdef int why_to_stop(self, call_in=None) noexcept:
        """Return why to stop, 0 to go on; then ``call_in`` is called."""
        try:
            PyErr_CheckSignals()
            if self.called_off is not None and self.called_off():
                return ASKED
            if call_in is not None:
                call_in()
        except BaseException as error:
            self.error = error
            return ASKED
        return LATE if self.deadline and monotonic() >= self.deadline else 0

    cdef int end(self) except -1:
        """End it, and raise what was raised meanwhile."""
        self.called_off = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return 0
