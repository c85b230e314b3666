extension Schema {
    /// What is on its way to the targets of webhooks.
    ///
    /// - `webhook_target.cursor` is the event looked at last; `holder` the process that sends, until `held_until`.
    /// - `delivery.next_attempt` is NULL while an earlier event of the line waits for the same target, so that what may
    ///   be sent is found by an index, however much waits behind it.
    /// - `tries` and `since` begin anew when a delivery is put in the queue once more; `attempts` never does.
    static let schema3 = """
        CREATE TABLE webhook_target (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            cursor INTEGER NOT NULL,
            paused_at INTEGER,
            pause_reason TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            closed_until INTEGER,
            holder TEXT,
            held_until INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE delivery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            target INTEGER NOT NULL REFERENCES webhook_target,
            event INTEGER NOT NULL REFERENCES event,
            line INTEGER REFERENCES line,
            state INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            tries INTEGER NOT NULL DEFAULT 0,
            since INTEGER,
            next_attempt INTEGER,
            UNIQUE (event, target)
        ) STRICT;
        CREATE INDEX delivery_due ON delivery (target, next_attempt, event)
            WHERE state = 1 AND next_attempt IS NOT NULL;
        CREATE INDEX delivery_in_line ON delivery (target, line, event) WHERE state = 1;
        CREATE INDEX delivery_by_state ON delivery (state, changed_at);

        CREATE TABLE delivery_attempt (
            delivery INTEGER NOT NULL REFERENCES delivery,
            number INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            status INTEGER,
            error TEXT,
            answer BLOB NOT NULL,
            PRIMARY KEY (delivery, number)
        ) STRICT, WITHOUT ROWID;
        """
}
