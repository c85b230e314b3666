extension Schema {
    /// Leads from a verified notification to the quarantined row that it resolved, so that rows of the log can be
    /// forgotten without a look through the whole log for each.
    static let schema6 = """
        CREATE INDEX notification_by_resolution ON notification (resolved_by) WHERE resolved_by IS NOT NULL;
        """
}
