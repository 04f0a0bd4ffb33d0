include "_search.pxd"
