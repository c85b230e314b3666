internal import CommandLineTool
internal import Testing

@Suite("Finding the input")
struct InputResolverTests {
    static func resolve(_ argument: String?, _ harness: CommandHarness = CommandHarness()) throws -> [UInt8] {
        try InputResolver(io: harness.makeIO().0).bytes(argument).get()
    }

    @Test("Standard input is the default and has a name of its own", arguments: [nil, "-"])
    func standardInput(_ argument: String?) throws {
        #expect(try Self.resolve(argument, CommandHarness(input: [1, 2])) == [1, 2])
    }

    @Test("A file of that name comes before a literal")
    func file() throws {
        let harness = CommandHarness(files: MemoryFileSystem(["a.b.c": [7], "x": [8]]))
        #expect(try Self.resolve("a.b.c", harness) == [7])
        #expect(try Self.resolve("x", harness) == [8])
    }

    @Test("Two dots, a brace or a quote make a literal", arguments: ["a.b.c", "{}", "{", "\"a\"", "'a'", "eyJ/.a.b"])
    func literal(_ text: String) throws { #expect(try Self.resolve(text) == Array(text.utf8)) }

    @Test("Anything else is a missing file", arguments: ["a.b", "notification.jws", "./notification.jws", "", "[1]"])
    func missing(_ text: String) {
        let error = #expect(throws: CommandError.self) { try Self.resolve(text) }
        #expect(
            error
                == .misconfigured([
                    Problem(
                        "there is no file \"\(text)\"",
                        hint: "INPUT is a file, a JWS, a JSON body, or - for standard input")
                ]))
        #expect(error?.exitStatus == .usage)
    }

    @Test("Directories and unreadable files are mistakes of the command")
    func unreadable() {
        let files = MemoryFileSystem()
        files.add("d", .init(isDirectory: true))
        files.add("f", .init(isReadable: false))
        let harness = CommandHarness(files: files)
        #expect(throws: CommandError.misconfigured([Problem("\"d\" is a directory")])) {
            try Self.resolve("d", harness)
        }
        #expect(throws: CommandError.misconfigured([Problem("cannot read \"f\": permission denied")])) {
            try Self.resolve("f", harness)
        }
    }

    @Test("16 MiB are read, one byte more is a judgement about the input")
    func size() throws {
        let limit = CommandIO.inputLimit
        #expect(try Self.resolve("-", CommandHarness(input: .init(repeating: 9, count: limit))).count == limit)
        let failure = #expect(throws: InputFailure.self) {
            try Self.resolve("-", CommandHarness(input: .init(repeating: 9, count: limit + 1)))
        }
        #expect(failure == .tooLarge(limit: limit))
        #expect(failure?.code == "input.too_large")
    }

    @Test("At a keyboard it says what it waits for")
    func keyboard() throws {
        let (io, _, error) = CommandHarness(inputIsTerminal: true).makeIO()
        _ = try InputResolver(io: io).open(nil)
        #expect(error.text == "storekeeper: hint: reading from the keyboard; end with Ctrl-D\n")
    }
}

@Suite("Reading line by line")
struct LineReaderTests {
    static func lines(_ text: String, limit: Int = 10) throws -> [LineReader.Line] {
        var reader = LineReader(LiteralSource(Array(text.utf8)), limit: limit)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test("Lines count from 1, blank ones count and are skipped, white space is trimmed")
    func numbers() throws {
        let lines = try Self.lines("a\r\n\n  \n b \nc")
        #expect(lines.map(\.number) == [1, 4, 5])
        #expect(lines.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == ["a", "b", "c"])
    }

    @Test("A line longer than the limit is reported and the next one is read")
    func long() throws {
        let lines = try Self.lines("0123456789\n0123456789x\nb\n01234567890123456789")
        #expect(lines.map { $0.bytes?.count } == [10, nil, 1, nil])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
    }

    @Test("An empty input has no lines", arguments: ["", "\n", "\n\n  \n"])
    func empty(_ text: String) throws { #expect(try Self.lines(text).isEmpty) }

    @Test("Lines that cross the reads are put together, and bytes are counted")
    func crossing() throws {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        let input = Array((0..<20).map { _ in line }.joined(separator: [UInt8(ascii: "\n")]))
        var reads = 0
        var reader = LineReader(LiteralSource(input), limit: 1 << 20) { reads += 1 }
        var count = 0
        while let next = try reader.next() {
            #expect(next.bytes == line)
            count += 1
        }
        #expect(count == 20 && reader.bytesRead == input.count && reads == input.count / (1 << 18) + 2)
    }
}
