#pragma once
#include <sqlite3.h>

// Macros and variadic functions that Swift cannot import.

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
static inline int storekeeper_bind_text_copy(sqlite3_stmt *statement, int position, const char *bytes,
                                             sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, position, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int storekeeper_bind_blob_copy(sqlite3_stmt *statement, int position, const void *bytes,
                                             sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, position, bytes, count, SQLITE_TRANSIENT);
}

/// A file from elsewhere must not make SQLite run functions or change its schema by plain writes.
static inline int storekeeper_make_defensive(sqlite3 *database) {
    int status = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (status != SQLITE_OK) { return status; }
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
