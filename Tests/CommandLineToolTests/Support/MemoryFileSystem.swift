internal import CommandLineTool
internal import Synchronization

/// Files in memory that remember with which permissions they were made.
final class MemoryFileSystem: FileSystem {
    struct Entry: Hashable {
        var bytes: [UInt8] = []
        var isDirectory = false
        var isPrivate = false
        var isReadable = true
    }

    private let state: Mutex<[String: Entry]>

    init(_ files: [String: [UInt8]] = [:]) { state = Mutex(files.mapValues { Entry(bytes: $0) }) }

    var entries: [String: Entry] { state.withLock { $0 } }

    func add(_ path: String, _ entry: Entry) { state.withLock { $0[path] = entry } }

    func kind(of path: String) -> FileKind? { entries[path].map { $0.isDirectory ? .directory : .file } }

    func open(_ path: String) throws(SystemError) -> any ByteSource {
        guard let entry = entries[path] else { throw SystemError(number: 2, text: "no such file or directory") }
        guard entry.isReadable else { throw SystemError(number: 13, text: "permission denied") }
        return LiteralSource(entry.bytes, permissions: entry.isPrivate ? 0o600 : 0o644)
    }

    func createPrivateFile(_ path: String, bytes: [UInt8]) throws(SystemError) {
        try create(path, Entry(bytes: bytes, isPrivate: true))
    }

    func createFile(_ path: String, bytes: [UInt8]) throws(SystemError) { try create(path, Entry(bytes: bytes)) }

    func replaceFile(_ path: String, bytes: [UInt8]) throws(SystemError) { add(path, Entry(bytes: bytes)) }

    func removeFile(_ path: String) throws(SystemError) {
        guard state.withLock({ $0.removeValue(forKey: path) }) != nil else {
            throw SystemError(number: 2, text: "no such file or directory")
        }
    }

    func createOutput(_ path: String) throws(SystemError) -> OutputWriter { try createOutput(path, Entry()) }

    func createPrivateOutput(_ path: String) throws(SystemError) -> OutputWriter {
        try createOutput(path, Entry(isPrivate: true))
    }

    private func createOutput(_ path: String, _ entry: Entry) throws(SystemError) -> OutputWriter {
        try create(path, entry)
        return OutputWriter(isTerminal: false) { bytes in
            self.state.withLock { $0[path]?.bytes += bytes }
        }
    }

    func createPrivateDirectory(_ path: String) throws(SystemError) {
        try create(path, Entry(isDirectory: true, isPrivate: true))
    }

    private func create(_ path: String, _ entry: Entry) throws(SystemError) {
        guard entries[path] == nil else { throw SystemError(number: 17, text: "file exists") }
        add(path, entry)
    }
}
