from manni.solver._search import Search as Search
from manni.solver._search import wide_processor as wide_processor
