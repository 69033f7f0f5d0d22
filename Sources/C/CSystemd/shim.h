// libsystemd's headers, and what of them Swift cannot import; and a header of the system that Swift's Glibc module lacks.
#pragma once

// Without this the journal functions become macros that add the place of the call in C to every entry; Fermata sends the place in
// Swift itself.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <sys/signalfd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
