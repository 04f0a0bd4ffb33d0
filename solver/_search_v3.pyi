from ._search import Search as Search
from ._search import wide_processor as wide_processor
