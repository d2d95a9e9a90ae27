// The interface is implemented in Swift, in the target TintypeC.
#include "tintype.h"
