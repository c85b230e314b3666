/// Texts with the form of signed data; their signatures are no signatures.
enum SampleTokens {
    /// `{"alg":"ES256"}`, `{"a":1}` and four bytes.
    static let jws = "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.AAAA"
    /// The same header with another payload.
    static let other = "eyJhbGciOiJFUzI1NiJ9.eyJiIjoyfQ.BBBB"
    /// `{"alg":"RS256"}` with `{"iss":"https://appleid.apple.com","events":"{}"}`.
    static let signInWithApple =
        "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiZXZlbnRzIjoie30ifQ.AAAA"
    /// The beginning of a PKCS#7 container in base64.
    static let receipt = "MIIT0gYJKoZIhvcNAQcCoIITwzCCE78CAQExCzAJBgUrDgMCGgUAMIIDcwYJKoZIhvcNAQcBoIIDZASCA2AxggNc"
    /// The same encoded once more.
    static let doubleReceipt =
        "TUlJVDBnWUpLb1pJaHZjTkFRY0NvSUlUd3pDQ0U3OENBUUV4Q3pBSkJnVXJEZ01DR2dVQU1JSURjd1lKS29aSWh2Y04="
    /// `{` line break `"signature" = "A"; }` in base64.
    static let transactionReceipt = "ewoJInNpZ25hdHVyZSIgPSAiQSI7Cn0="
}
