#pragma once
#include <libpq-fe.h>
#include <string.h>

/// What the server said beside its answers.
typedef struct {
    /// How many warnings there were; a cancelled wait for a standby is one.
    unsigned warnings;
} storekeeper_notices;

// Macros are not imported by Swift.
static inline int storekeeper_is_severity_warning(const PGresult *notice) {
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity != (const char *)0 && strcmp(severity, "WARNING") == 0;
}

static inline void storekeeper_receive_notice(void *notices, const PGresult *notice) {
    if (storekeeper_is_severity_warning(notice)) { ((storekeeper_notices *)notices)->warnings += 1; }
}

/// Counts warnings instead of printing them.
static inline void storekeeper_count_notices(PGconn *connection, storekeeper_notices *notices) {
    PQsetNoticeReceiver(connection, storekeeper_receive_notice, notices);
}

static inline const char *storekeeper_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *storekeeper_primary_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
