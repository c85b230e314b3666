/// What a product or group is called in one language.
public struct ConfiguredLocalization: Hashable, Sendable {
    /// The locale, such as `en_US`.
    public var locale: String
    /// The name that is shown.
    public var displayName: String
    /// What it is, in words.
    public var text: String

    /// Names something in one language.
    public init(locale: String = "en_US", displayName: String, text: String = "") {
        self.locale = locale
        self.displayName = displayName
        self.text = text
    }
}
