/// The texts of an app's policies.
public struct ConfiguredPolicies: Hashable, Sendable {
    /// The licence agreement.
    public var eula: String
    /// The privacy policies by language.
    public var policies: [Policy]

    /// One privacy policy.
    public struct Policy: Hashable, Sendable {
        /// The locale, such as `en_US`.
        public var locale: String
        /// The text.
        public var text: String
        /// The address.
        public var url: String

        /// Names a policy.
        public init(locale: String, text: String = "", url: String = "") {
            self.locale = locale
            self.text = text
            self.url = url
        }
    }

    /// Puts texts together.
    public init(eula: String = "", policies: [Policy] = []) {
        self.eula = eula
        self.policies = policies
    }
}
