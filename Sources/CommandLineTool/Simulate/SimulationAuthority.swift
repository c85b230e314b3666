internal import OpenSSLCrypto
internal import StoreSimulator

/// Whose keys sign what the simulator sends to others.
struct SimulationAuthority {
    static let flag = FlagDefinition.value(
        "authority", "DIR", readsEnvironment: true,
        "the test authority that signs, made when there is none; receivers must trust its root.pem")
    /// The folder where none is named.
    static let defaultFolder = "simulator-authority"

    /// Reads the authority of a folder, or makes one there and says so.
    static func chain(in path: String?, io: CommandIO) throws(CommandError) -> SigningChain {
        let folder = AuthorityFolder(path ?? defaultFolder, io: io)
        if io.files.kind(of: folder.rootFile) != nil { return SigningChain(.authority(try folder.read())) }
        let authority = try folder.create()
        io.hint(
            "made a test authority; receivers must trust it: "
                + "storekeeper serve --root \(TerminalText.plain(folder.rootFile)) ...")
        return SigningChain(.authority(authority))
    }
}
