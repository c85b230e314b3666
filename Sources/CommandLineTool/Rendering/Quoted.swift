/// Puts what came from outside into a line for people.
package enum Quoted {
    /// The text in quotes, shortened, with nothing in it that could steer a terminal.
    package static func word(_ text: String) -> String {
        "\"\(ShortText.middle(TerminalText.plain(text), limit: 60))\""
    }
}
