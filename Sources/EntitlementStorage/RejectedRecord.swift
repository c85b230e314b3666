/// A row of what was rejected.
package struct RejectedRecord: Hashable, Sendable {
    /// The place in the order of arrival; it grows with every row.
    package var sequence: Int64
    /// What was rejected.
    package var input: RejectedInput

    /// Puts a row together.
    package init(sequence: Int64, input: RejectedInput) {
        self.sequence = sequence
        self.input = input
    }
}
