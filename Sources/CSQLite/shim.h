// SQLite, and what of its header Swift cannot import.
#pragma once

#include <sqlite3.h>

/// Says that SQLite has to copy a bound value before the call returns. `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline sqlite3_destructor_type fermata_sqlite_transient(void) { return SQLITE_TRANSIENT; }
