internal import AppStoreModels

extension TrustOptions {
    static let root = FlagDefinition.value(
        "root", "FILE", isRepeatable: true, readsEnvironment: true, section: "Trust",
        "adds a trust anchor, PEM or DER")
    static let noBuiltInRoots = FlagDefinition.toggle(
        "no-built-in-roots", "does not trust Apple's built-in roots"
    ).reading(section: "Trust")
    static let xcodeCertificate = FlagDefinition.value(
        "xcode-certificate", "FILE", readsEnvironment: true, section: "Trust",
        "trusts data signed with this certificate, exported from Xcode, in the environment Xcode")
    static let app = FlagDefinition.value(
        "app", "BUNDLE_ID[:APPLE_ID]", isRepeatable: true, readsEnvironment: true, section: "Trust",
        "accepts data of this app only; Production data must name the Apple id too")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: knownEnvironments, isRepeatable: true, readsEnvironment: true,
        section: "Trust", "accepts data of this environment; Production and Sandbox when none is named")
    static let clock = FlagDefinition.value(
        "clock", "signed|now|TIME", readsEnvironment: true, section: "Trust",
        "judges certificates when the data was signed (the default), now, or at a time")

    /// The flags that every command with trust takes.
    package static let flags = [root, noBuiltInRoots, xcodeCertificate, app, environment, clock]

    /// Reads the trust flags; problems are noted in the reader.
    ///
    /// Unless they are all there is to say about trust, nothing is noted of what they leave out.
    package init(reading arguments: inout ArgumentReader, isComplete: Bool = true) {
        self.init(
            rootFiles: arguments.values(Self.root).map(\.text),
            usesBuiltInRoots: !arguments.isSet(Self.noBuiltInRoots),
            xcodeCertificateFile: arguments.text(Self.xcodeCertificate))
        for value in arguments.values(Self.app) {
            if let app = App(parsing: value, &arguments) { add(app, &arguments) }
        }
        let named = arguments.values(Self.environment).map(\.text)
        if !named.isEmpty {
            environments = Self.knownEnvironments.filter(named.contains)
        }
        if let value = arguments.values(Self.clock).first { clock = Clock(parsing: value, &arguments) }
        if isComplete { checkAnchors(&arguments) }
    }

    private mutating func add(_ app: App, _ arguments: inout ArgumentReader) {
        guard let held = apps.first(where: { $0.bundleId == app.bundleId }) else {
            apps.append(app)
            return
        }
        if held != app {
            arguments.note(Problem("\(Self.app.dashed) names \(Quoted.word(app.bundleId)) with two Apple ids"))
        }
    }

    private func checkAnchors(_ arguments: inout ArgumentReader) {
        if !usesBuiltInRoots, rootFiles.isEmpty, xcodeCertificateFile == nil {
            arguments.note(
                Problem(
                    "there is no trust anchor",
                    hint: "leave out \(Self.noBuiltInRoots.dashed) or add \(Self.root.usage)"))
        }
        let servesXcode = environments.contains("Xcode")
        if servesXcode, xcodeCertificateFile == nil {
            arguments.note(
                Problem(
                    "environment Xcode needs the certificate exported from Xcode",
                    hint: "export it in Xcode (Editor > Save Public Certificate), add \(Self.xcodeCertificate.usage)"))
        } else if !servesXcode, xcodeCertificateFile != nil {
            arguments.note(
                Problem(
                    "an Xcode certificate is given, but environment Xcode is not enabled",
                    hint: "add \(Self.environment.dashed) Xcode"))
        }
        if environments.contains("LocalTesting"), rootFiles.isEmpty {
            arguments.note(
                Problem("environment LocalTesting needs a test root", hint: "add \(Self.root.usage)"))
        }
    }
}

extension TrustOptions.App {
    /// Reads `BUNDLE_ID` or `BUNDLE_ID:APPLE_ID`.
    fileprivate init?(parsing value: ParsedArguments.Value, _ arguments: inout ArgumentReader) {
        let parts = value.text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let isBundleId = parts[0].utf8.allSatisfy {
            $0.isBase64URL && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
        guard isBundleId, !parts[0].isEmpty else {
            arguments.note(
                Problem(
                    "\(value.origin) is \(Quoted.word(value.text)), which does not begin with a bundle id",
                    hint: "write BUNDLE_ID or BUNDLE_ID:APPLE_ID, such as com.example.app:1234567890"))
            return nil
        }
        bundleId = parts[0]
        if parts.count == 1 { return }
        guard parts.count == 2, let number = Int64(parts[1]), number > 0, String(number) == parts[1] else {
            arguments.note(
                Problem(
                    "\(value.origin) is \(Quoted.word(value.text)), where the Apple id is not a whole number",
                    hint: "App Store Connect shows it under App Information"))
            return nil
        }
        appleId = number
    }
}

extension TrustOptions.Clock {
    /// Reads `signed`, `now` or a time.
    fileprivate init(parsing value: ParsedArguments.Value, _ arguments: inout ArgumentReader) {
        self = .signed
        if value.text == "signed" { return }
        if let near = Suggestion.nearest(to: value.text, among: ["signed", "now"]), near != value.text {
            arguments.note(
                Problem("\(value.origin) is \(Quoted.word(value.text))", hint: "did you mean \(near)?"))
            return
        }
        switch arguments.time(value) {
        case .now: self = .now
        case .at(let milliseconds): self = .at(milliseconds)
        case nil: break
        }
    }
}
