// libsystemd's headers, and the varargs of theirs that Swift cannot import.
#pragma once

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
