extension Schema {
    /// What is on its way to the targets of webhooks.
    ///
    /// - `webhook_target.cursor` is the event looked at last; `holder` the process that sends, until `held_until`. Whoever
    ///   changes what waits for a target locks this row first.
    /// - `delivery.next_attempt` is NULL while an earlier event of the line waits for the same target, so that what may
    ///   be sent is found by an index, however much waits behind it.
    /// - `tries` and `since` begin anew when a delivery is put in the queue once more; `attempts` never does.
    static let schema3 = [
        """
        CREATE TABLE webhook_target (
            cursor bigint NOT NULL,
            paused_at bigint,
            failures bigint NOT NULL DEFAULT 0,
            closed_until bigint,
            held_until bigint NOT NULL DEFAULT 0,
            id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name bytea NOT NULL UNIQUE,
            pause_reason bytea,
            holder bytea
        ) WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE delivery (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            event bigint NOT NULL,
            created_at bigint NOT NULL,
            changed_at bigint NOT NULL,
            since bigint,
            next_attempt bigint,
            attempts bigint NOT NULL DEFAULT 0,
            tries bigint NOT NULL DEFAULT 0,
            target integer NOT NULL,
            scope integer NOT NULL,
            state smallint NOT NULL,
            original bytea,
            UNIQUE (event, target)
        )
        """,
        """
        CREATE INDEX delivery_due ON delivery (target, next_attempt, event)
            WHERE state = 1 AND next_attempt IS NOT NULL
        """,
        "CREATE INDEX delivery_in_line ON delivery (target, scope, original, event) WHERE state = 1",
        "CREATE INDEX delivery_failed ON delivery (target, id) WHERE state = 3",
        "CREATE INDEX delivery_by_state ON delivery (state, changed_at)",
        """
        CREATE TABLE delivery_attempt (
            delivery bigint NOT NULL,
            number bigint NOT NULL,
            started_at bigint NOT NULL,
            duration bigint NOT NULL,
            status bigint,
            error bytea,
            answer bytea NOT NULL,
            PRIMARY KEY (delivery, number)
        )
        """,
    ]
}
