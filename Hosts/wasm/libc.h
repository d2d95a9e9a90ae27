// What the sources that run in a page need of the C library.
#include <math.h>
#include <stdlib.h>
#include <string.h>
