internal import EntitlementStorage
internal import Glibc

/// The place of a database file, asked of the system.
enum DatabaseDisk {
    /// How many bytes the trial file gets.
    private static let trialSize = 64 * 1024

    static func look(at given: String) -> DiskCondition {
        // SQLite keeps its log beside the file that a link leads to.
        var path = given
        if let resolved = unsafe realpath(given, nil) {
            unsafe path = String(cString: resolved)
            unsafe free(resolved)
        }
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        var disk = DiskCondition(file: given, exists: exists)
        if exists { disk.mode = Int(status.st_mode & 0o777) }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var space = statvfs()
        if unsafe statvfs(folder, &space) == 0 {
            let (bytes, overflow) = Int64(clamping: space.f_bavail)
                .multipliedReportingOverflow(by: Int64(clamping: space.f_frsize))
            disk.freeBytes = overflow ? .max : bytes
        }
        disk.writeFailure = tryWriting(beside: path)
        return disk
    }

    /// Writes a file to the disk and removes it again.
    private static func tryWriting(beside path: String) -> DiskCondition.WriteFailure? {
        let trial = "\(path).doctor.\(getpid())"
        let descriptor = unsafe Glibc.open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return failure(errno) }
        defer {
            close(descriptor)
            unsafe _ = unlink(trial)
        }
        let bytes = [UInt8](repeating: 0, count: trialSize)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return failure(errno) }
            written += count
        }
        return fsync(descriptor) == 0 ? nil : failure(errno)
    }

    private static func failure(_ number: Int32) -> DiskCondition.WriteFailure {
        switch number {
        // A limit on the size of files is no different from a full disk for whoever has to write.
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS: .readOnly
        case EACCES, EPERM: .notAllowed
        case ENOENT, ENOTDIR: .noFolder
        default: .other(unsafe String(cString: strerror(number)))
        }
    }
}
