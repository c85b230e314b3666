/// A call to the operating system failed; the number is that of `errno`.
package struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    package var number: Int32
    /// The system's words for it, in lower case.
    package var text: String

    package init(number: Int32, text: String) {
        self.number = number
        self.text = text
    }
}
