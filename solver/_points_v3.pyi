from manni.solver._points import PointsSearch as PointsSearch
