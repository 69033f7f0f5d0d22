// PipeWire's headers, and the macros and varargs of theirs that Swift cannot import.
#pragma once

#include <pipewire/pipewire.h>
