#pragma once

#include "base/standard_fds.h"  // IWYU pragma: export
