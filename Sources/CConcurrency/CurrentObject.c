#include "CConcurrency.h"

_Thread_local void *current_object;
