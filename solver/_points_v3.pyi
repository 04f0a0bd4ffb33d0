from ._points import PointsSearch as PointsSearch
