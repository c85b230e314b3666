/// What is said of a body's form.
package enum MediaType {
    /// Whether a `Content-Type` is `application/json`, with whatever parameters (RFC 9110, section 8.3.1).
    package static func isJSON(_ contentType: String?) -> Bool {
        guard let type = contentType?.split(separator: ";", omittingEmptySubsequences: false).first else {
            return false
        }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased() == "application/json"
    }
}
