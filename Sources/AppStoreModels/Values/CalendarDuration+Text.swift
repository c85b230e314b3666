extension CalendarDuration {
    /// The duration as ISO 8601 writes it, in the largest units that say it alone: `P1Y`, `P14M`, `P2W`, `P3D`, `PT12H`.
    ///
    /// What is not negative, and has no count of more than six digits, is read back as the same duration.
    public var iso8601: String {
        var text = "P"
        if months != 0 { text += months % 12 == 0 ? "\(months / 12)Y" : "\(months)M" }
        // Weeks stand alone in the standard.
        if days != 0 { text += months == 0 && seconds == 0 && days % 7 == 0 ? "\(days / 7)W" : "\(days)D" }
        if seconds != 0 { text += seconds % 3600 == 0 ? "T\(seconds / 3600)H" : "T\(seconds)S" }
        return text == "P" ? "P0D" : text
    }
}
