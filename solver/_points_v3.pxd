include "_points.pxd"
