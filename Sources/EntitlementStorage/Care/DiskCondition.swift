/// The place where a store's file is, or would be.
package struct DiskCondition: Hashable, Sendable {
    /// Why nothing can be written beside the file.
    package enum WriteFailure: Hashable, Sendable {
        /// The disk, a quota or a limit of the process is used up.
        case full
        /// The file system may only be read.
        case readOnly
        /// This user may not write in the folder.
        case notAllowed
        /// There is no such folder.
        case noFolder
        /// Another error of the system, in its words.
        case other(String)
    }

    /// The path of the file.
    package var file: String
    /// Whether the file is there.
    package var exists: Bool
    /// Who may do what with it, as the bits of `st_mode`.
    package var mode: Int?
    /// How many bytes this user can still write there.
    package var freeBytes: Int64?
    /// What kept a trial file from being written; nil when it was, and was removed again.
    package var writeFailure: WriteFailure?
    /// How SQLite keeps its journal, such as `wal`.
    package var journal: String?

    /// Describes a place.
    package init(file: String, exists: Bool) {
        self.file = file
        self.exists = exists
    }
}
