internal import OpenSSLCrypto

/// A test authority kept in a folder: three certificates and their keys, each in a file of its own.
struct AuthorityFolder {
    /// The path of the folder.
    let path: String
    private let io: CommandIO

    init(_ path: String, io: CommandIO) {
        self.path = path
        self.io = io
    }

    /// The path of the root certificate, to be given with `--root`.
    var rootFile: String { file(AuthorityPart.root.fileName) }

    private func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// 2008-01-01 00:00:00Z: the year in which the App Store opened.
    private static let firstSecond: Int64 = 1_199_145_600
    /// 2099-12-31 23:59:59Z.
    private static let lastSecond: Int64 = 4_102_444_799

    /// Makes an authority and writes it into a new folder, or one without an authority.
    ///
    /// - Throws: A problem that names the file; nothing is ever overwritten.
    func create() throws(CommandError) -> TestAuthority {
        let authority: TestAuthority
        do throws(OpenSSLError) {
            authority = try TestAuthority(notBefore: Self.firstSecond, notAfter: Self.lastSecond)
        } catch {
            throw .defect(Problem("cannot make the authority: \(error)"))
        }
        try write(authority)
        return authority
    }

    /// Writes an authority into a new folder, or one without an authority.
    ///
    /// - Throws: A problem that names the file; nothing is ever overwritten.
    func write(_ authority: TestAuthority) throws(CommandError) {
        var files: [(part: AuthorityPart, pem: String)] = []
        do throws(OpenSSLError) {
            for part in AuthorityPart.allCases { files.append((part, try authority.pem(of: part))) }
        } catch {
            throw .defect(Problem("cannot write the keys: \(error)"))
        }
        if io.files.kind(of: path) != .directory {
            try create(path) { (path) throws(SystemError) in try io.files.createPrivateDirectory(path) }
        }
        // Keys first: a folder with a certificate always has its key.
        for (part, pem) in files.filter(\.part.isSecret) + files.filter({ !$0.part.isSecret }) {
            try create(file(part.fileName)) { (path) throws(SystemError) in
                let bytes = Array(pem.utf8)
                if part.isSecret {
                    try io.files.createPrivateFile(path, bytes: bytes)
                } else {
                    try io.files.createFile(path, bytes: bytes)
                }
            }
        }
    }

    private func create(_ path: String, _ body: (String) throws(SystemError) -> Void) throws(CommandError) {
        do throws(SystemError) {
            try body(path)
        } catch {
            let hint = error.isExisting ? "choose a new folder; an authority is never overwritten" : nil
            throw .misconfigured([Problem("cannot create \(Quoted.word(path)): \(error.text)", hint: hint)])
        }
    }

    /// Reads the authority.
    ///
    /// - Throws: Every problem with the files at once.
    func read() throws(CommandError) -> TestAuthority {
        var problems: [Problem] = []
        var assembly = TestAuthority.Assembly()
        for part in AuthorityPart.allCases { read(part, into: &assembly, &problems) }
        guard let authority = assembly.authority else {
            if io.files.kind(of: path) == nil {
                problems = [
                    Problem(
                        "there is no authority \(Quoted.word(path))",
                        hint: "make one with: storekeeper authority create \(path)")
                ]
            }
            throw .misconfigured(problems)
        }
        return authority
    }

    private func read(_ part: AuthorityPart, into assembly: inout TestAuthority.Assembly, _ problems: inout [Problem]) {
        let path = file(part.fileName)
        do throws(CommandError) {
            let pem = String(decoding: try io.contents(of: path), as: UTF8.self)
            do throws(OpenSSLError) { try assembly.add(part, pem: pem) } catch {
                problems.append(Problem("cannot use \(Quoted.word(path)): \(error)"))
            }
        } catch {
            problems += error.problems
        }
    }
}
