internal import HTTPServing
internal import OpenSSLCrypto

extension ConfigurationCheck {
    mutating func address(_ text: String, _ setting: String) -> ListenAddress? {
        do throws(HTTPServingError) {
            return try ListenAddress(parsing: text)
        } catch {
            guard case .address(_, let reason) = error else {
                note(setting, error.description)
                return nil
            }
            note(setting, "\"\(text.prefix(80))\" is no address to listen on: \(reason)")
            return nil
        }
    }

    mutating func checkAddresses(_ listen: ListenAddress?, _ privateListen: ListenAddress?) {
        guard let listen, let privateListen, listen == privateListen, listen.port != 0 else { return }
        note(
            "privateListen", "is the address of the public listener, \(listen)",
            hint: "give each listener a port of its own")
    }

    mutating func tlsIdentity() -> TLSIdentity? {
        let hint = "PEM: the certificate with its intermediates in one file, its key in another"
        switch (settings.tlsCertificate, settings.tlsKey) {
        case (nil, nil): return nil
        case (_?, nil):
            note("tls.key", "is missing beside tls.certificate", hint: hint)
            return nil
        case (nil, _?):
            note("tls.certificate", "is missing beside tls.key", hint: hint)
            return nil
        case (let certificatePath?, let keyPath?):
            let certificate = contents(of: certificatePath, "tls.certificate")
            let key = contents(of: keyPath, "tls.key")
            if let certificate { checkServerCertificate(certificate, certificatePath) }
            if let key { checkServerKey(key, keyPath) }
            guard let certificate, let key else { return nil }
            return TLSIdentity(certificatePEM: certificate, keyPEM: key)
        }
    }

    private mutating func checkServerCertificate(_ bytes: [UInt8], _ path: String) {
        do throws(CertificateFile.Failure) {
            guard let leaf = try CertificateFile.certificates(bytes).first else { return }
            if leaf.der == bytes { note("tls.certificate", "\"\(path)\" is DER; it must be PEM") }
            if leaf.notAfter < now / 1000 { warn("tls.certificate", "\"\(path)\" has expired") }
        } catch {
            note("tls.certificate", "\"\(path)\" \(error)")
        }
    }

    private mutating func checkServerKey(_ bytes: [UInt8], _ path: String) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("ENCRYPTED") {
            note("tls.key", "\"\(path)\" is locked by a pass phrase, which nobody can type in here")
        } else if !text.contains("PRIVATE KEY-----") {
            note("tls.key", "\"\(path)\" holds no private key in PEM")
        }
        if let permissions = files.permissions(path), permissions & 0o077 != 0 {
            warn("tls.key", "\"\(path)\" can be read by others", hint: "run: chmod 600 \(path)")
        }
    }

    mutating func tokens(_ privateListen: ListenAddress?) -> AccessTokens? {
        guard let path = settings.tokenFile else {
            if let privateListen, !privateListen.isLoopback {
                note(
                    "tokenFile", "is missing, although the private listener can be reached from other hosts",
                    hint: "add --token-file FILE with one token a line, or listen on 127.0.0.1")
            }
            return nil
        }
        guard let bytes = contents(of: path, "tokenFile") else { return nil }
        if let permissions = files.permissions(path), permissions & 0o077 != 0 {
            note(
                "tokenFile", "\"\(path)\" can be read or written by others (mode \(String(permissions, radix: 8)))",
                hint: "run: chmod 600 \(path)")
        }
        do throws(AccessTokens.Failure) {
            let tokens = try AccessTokens(lines: bytes)
            if tokens.shortest < 16 {
                warn(
                    "tokenFile", "has a token of \(tokens.shortest) characters, which can be guessed",
                    hint: "make one by: openssl rand -hex 32")
            }
            return tokens
        } catch {
            switch error {
            case .none:
                note("tokenFile", "\"\(path)\" holds no token", hint: "make one by: openssl rand -hex 32")
            case .characters(let line):
                note(
                    "tokenFile", "line \(line) of \"\(path)\" holds characters that no token can have",
                    hint: "make one by: openssl rand -hex 32")
            }
            return nil
        }
    }

    /// The bytes of a file; a problem is noted when there are none to have.
    mutating func contents(of path: String, _ setting: String) -> [UInt8]? {
        do throws(ConfigurationFiles.Failure) {
            return try files.read(path)
        } catch {
            note(setting, "\"\(path)\" \(error)")
            return nil
        }
    }
}
