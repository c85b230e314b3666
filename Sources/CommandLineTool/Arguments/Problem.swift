/// Something that keeps a command from doing its work, and what to do about it.
package struct Problem: Hashable, Sendable {
    /// What is wrong: lower case, no full stop.
    package var text: String
    /// The next step.
    package var hint: String?

    package init(_ text: String, hint: String? = nil) {
        self.text = text
        self.hint = hint
    }
}
