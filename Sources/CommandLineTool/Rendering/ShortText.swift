/// Shortens text for people; never for machines.
package enum ShortText {
    /// The text, or its beginning and end around an ellipsis when it has more than `limit` characters.
    package static func middle(_ text: String, limit: Int, ellipsis: String = "…") -> String {
        guard text.count > limit else { return text }
        let kept = max(limit - ellipsis.count, 2)
        return text.prefix(kept - kept / 2) + ellipsis + text.suffix(kept / 2)
    }

    /// The text, or its beginning and an ellipsis when it has more than `limit` characters.
    package static func head(_ text: String, limit: Int, ellipsis: String = "…") -> String {
        guard text.count > limit else { return text }
        return text.prefix(max(limit - ellipsis.count, 1)) + ellipsis
    }
}
