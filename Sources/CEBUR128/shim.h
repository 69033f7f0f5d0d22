// libebur128's header. Swift imports all of it as it is.
#pragma once

#include <ebur128.h>
