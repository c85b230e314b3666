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
    var rootFile: String { file("root.pem") }

    private func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Writes an authority into a new folder, or one without an authority.
    ///
    /// - Throws: A problem that names the file; nothing is ever overwritten.
    func write(_ authority: TestAuthority) throws(CommandError) {
        let keys: [(String, String)]
        do throws(OpenSSLError) {
            keys = [
                ("root-key.pem", try authority.rootKey.pem()),
                ("intermediate-key.pem", try authority.intermediateKey.pem()),
                ("leaf-key.pem", try authority.leafKey.pem()),
            ]
        } catch {
            throw .defect(Problem("cannot write the keys: \(error)"))
        }
        if io.files.kind(of: path) != .directory {
            try create(path) { (path) throws(SystemError) in try io.files.createPrivateDirectory(path) }
        }
        for (name, pem) in keys {
            try create(file(name)) { (path) throws(SystemError) in
                try io.files.createPrivateFile(path, bytes: Array(pem.utf8))
            }
        }
        for (name, certificate) in zip(["root", "intermediate", "leaf"], authority.chain.reversed()) {
            try create(file("\(name).pem")) { (path) throws(SystemError) in
                try io.files.createFile(path, bytes: Array(certificate.pem.utf8))
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
        let root = read("root.pem", &problems) { (pem) throws(OpenSSLError) in try Certificate(pem: pem) }
        let rootKey = read("root-key.pem", &problems) { (pem) throws(OpenSSLError) in try P384PrivateKey(pem: pem) }
        let intermediate = read("intermediate.pem", &problems) { (pem) throws(OpenSSLError) in
            try Certificate(pem: pem)
        }
        let intermediateKey = read("intermediate-key.pem", &problems) { (pem) throws(OpenSSLError) in
            try P384PrivateKey(pem: pem)
        }
        let leaf = read("leaf.pem", &problems) { (pem) throws(OpenSSLError) in try Certificate(pem: pem) }
        let leafKey = read("leaf-key.pem", &problems) { (pem) throws(OpenSSLError) in try P256PrivateKey(pem: pem) }
        guard let root, let rootKey, let intermediate, let intermediateKey, let leaf, let leafKey else {
            if io.files.kind(of: path) == nil {
                problems = [
                    Problem(
                        "there is no authority \(Quoted.word(path))",
                        hint: "make one with: storekeeper authority create \(path)")
                ]
            }
            throw .misconfigured(problems)
        }
        return TestAuthority(
            root: root, rootKey: rootKey, intermediate: intermediate, intermediateKey: intermediateKey, leaf: leaf,
            leafKey: leafKey)
    }

    private func read<Value>(
        _ name: String, _ problems: inout [Problem], _ parse: (String) throws(OpenSSLError) -> Value
    ) -> Value? {
        do throws(CommandError) {
            let pem = String(decoding: try io.contents(of: file(name)), as: UTF8.self)
            do throws(OpenSSLError) { return try parse(pem) } catch {
                problems.append(Problem("cannot use \(Quoted.word(file(name))): \(error)"))
            }
        } catch {
            problems += error.problems
        }
        return nil
    }
}
