extension Schema {
    /// Which line each notification of the log speaks about.
    ///
    /// Those that were not verified as a whole have none.
    static let schema4 = """
        ALTER TABLE notification ADD COLUMN line INTEGER REFERENCES line;
        UPDATE notification SET line = (
            SELECT version.line FROM embedded JOIN version ON version.id = embedded.version
            WHERE embedded.notification = notification.sequence AND version.line IS NOT NULL
            ORDER BY embedded.position LIMIT 1);
        CREATE INDEX notification_by_line ON notification (line) WHERE line IS NOT NULL;
        """
}
