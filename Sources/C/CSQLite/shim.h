// SQLite, and what of its header Swift cannot import.
#pragma once

#include <sqlite3.h>

/// Says that SQLite has to copy a bound value before the call returns. `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline sqlite3_destructor_type fermata_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Has SQLite not count the memory that it uses, which nobody asks for: each allocation would take a lock for it. Without effect once a
/// database was opened. The function takes a variable list of arguments.
static inline int fermata_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
