/// What stands behind a path.
package enum FileKind: Hashable, Sendable {
    case file, directory, other
}

/// The files a command touches; a test brings its own.
package protocol FileSystem: Sendable {
    /// What stands at `path`, through symbolic links; `nil` when there is nothing, or no way to it.
    func kind(of path: String) -> FileKind?

    /// Opens a file for reading.
    func open(_ path: String) throws(SystemError) -> any ByteSource

    /// Writes a new file that only its owner can read; one that exists already is an error.
    func createPrivateFile(_ path: String, bytes: [UInt8]) throws(SystemError)

    /// Writes a new file with the usual permissions; one that exists already is an error.
    func createFile(_ path: String, bytes: [UInt8]) throws(SystemError)

    /// Writes a file with the usual permissions, in the place of one that exists; nobody ever sees half of it.
    func replaceFile(_ path: String, bytes: [UInt8]) throws(SystemError)

    /// Removes a file; one that is not there is an error.
    func removeFile(_ path: String) throws(SystemError)

    /// Makes a new file with the usual permissions, to be written bit by bit; one that exists already is an error.
    func createOutput(_ path: String) throws(SystemError) -> OutputWriter

    /// Makes a new file that only its owner can read, to be written bit by bit; one that exists already is an error.
    func createPrivateOutput(_ path: String) throws(SystemError) -> OutputWriter

    /// Makes a directory that only its owner can enter; one that exists already is an error.
    func createPrivateDirectory(_ path: String) throws(SystemError)
}
