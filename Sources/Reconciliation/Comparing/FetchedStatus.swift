/// What the App Store says of a subscription without signing it: compared, never believed.
package struct FetchedStatus: Hashable, Sendable {
    /// Apple's number, from 1 to 5.
    package var status: Int
    /// When what came beside it was signed, in milliseconds since 1970.
    package var date: Int64

    /// Puts a status together.
    package init(status: Int, date: Int64) {
        self.status = status
        self.date = date
    }
}
