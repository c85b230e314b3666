internal import CommandLineTool
internal import FoundationEssentials
internal import Testing

@Suite("Real files")
struct ProcessIOTests {
    static func inFolder(_ body: (String, any FileSystem) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storekeeper-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path, CommandIO.process().files)
    }

    @Test("A private file can be read by its owner only, and is never overwritten")
    func privateFile() throws {
        try Self.inFolder { folder, files in
            try files.createPrivateFile("\(folder)/key", bytes: [1, 2, 3])
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/key")[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let error = #expect(throws: SystemError.self) {
                try files.createPrivateFile("\(folder)/key", bytes: [4])
            }
            #expect(error?.isExisting == true && error?.text == "file exists")
            #expect(try files.open("\(folder)/key").readAll(limit: 10) == [1, 2, 3])
        }
    }

    @Test("An open file tells who may do what with it")
    func permissions() throws {
        try Self.inFolder { folder, files in
            try files.createPrivateFile("\(folder)/key", bytes: [1])
            #expect(try files.open("\(folder)/key").permissions == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(folder)/key")
            #expect(try files.open("\(folder)/key").permissions == 0o640)
            #expect(try files.open("/dev/null").permissions == nil)
        }
    }

    @Test("A private directory can be entered by its owner only")
    func privateDirectory() throws {
        try Self.inFolder { folder, files in
            try files.createPrivateDirectory("\(folder)/d")
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/d")[.posixPermissions]
            #expect(mode as? Int == 0o700)
            #expect(files.kind(of: "\(folder)/d") == .directory)
            #expect(throws: SystemError.self) { try files.createPrivateDirectory("\(folder)/d") }
        }
    }

    @Test("Files are told from nothing, and have a size")
    func kinds() throws {
        try Self.inFolder { folder, files in
            try files.createFile("\(folder)/f", bytes: .init(repeating: 7, count: 70_000))
            #expect(files.kind(of: "\(folder)/f") == .file)
            #expect(files.kind(of: "\(folder)/none") == nil)
            #expect(files.kind(of: String(repeating: "x", count: 100_000)) == nil)
            #expect(files.kind(of: "/dev/null") == .other)
            let source = try files.open("\(folder)/f")
            #expect(source.size == 70_000)
            #expect(try source.readAll(limit: 70_000)?.count == 70_000)
            #expect(try files.open("\(folder)/f").readAll(limit: 69_999) == nil)
            let error = #expect(throws: SystemError.self) { try files.open("\(folder)/none") }
            #expect(error?.isNoSuchFile == true)
        }
    }

    @Test("Reading a directory is an error with the system's words")
    func directory() throws {
        try Self.inFolder { folder, files in
            let error = #expect(throws: SystemError.self) { try files.open(folder).readAll(limit: 1) }
            #expect(error?.text == "is a directory")
        }
    }

    @Test("The environment and the clock are the process's own")
    func surroundings() {
        let io = CommandIO.process()
        #expect(io.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(io.now() > 1_700_000_000_000)
    }
}
