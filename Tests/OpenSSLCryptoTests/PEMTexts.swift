/// Keys and certificates written by the `openssl` tool; made for these tests, and worthless.
enum PEMTexts {
    /// PKCS#8, as in Apple's `.p8` files.
    static let pkcs8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqJApL8f2XTJ9rFK2
        W9Wxo/Zl7JsFoxrCwq11lk9B3L2hRANCAARfvJbPCOZhhLQ8bopYB782K2VoauNJ
        tK1RojL686PS5GJoGQ9HcnHxHOfsTOY1QtnDZ11H6ICh1IfDSfsr0+SL
        -----END PRIVATE KEY-----
        """

    /// SEC 1; the same key.
    static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKiQKS/H9l0yfaxStlvVsaP2ZeybBaMawsKtdZZPQdy9oAoGCCqGSM49
        AwEHoUQDQgAEX7yWzwjmYYS0PG6KWAe/NitlaGrjSbStUaIy+vOj0uRiaBkPR3Jx
        8Rzn7EzmNULZw2ddR+iAodSHw0n7K9Pkiw==
        -----END EC PRIVATE KEY-----
        """

    /// SEC 1 after a block that names the curve, as `openssl ecparam -genkey` writes it; the same key.
    static let sec1WithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKiQKS/H9l0yfaxStlvVsaP2ZeybBaMawsKtdZZPQdy9oAoGCCqGSM49
        AwEHoUQDQgAEX7yWzwjmYYS0PG6KWAe/NitlaGrjSbStUaIy+vOj0uRiaBkPR3Jx
        8Rzn7EzmNULZw2ddR+iAodSHw0n7K9Pkiw==
        -----END EC PRIVATE KEY-----
        """

    /// PKCS#8, encrypted; the same key.
    static let encryptedPKCS8 = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAizRKrczlT5hAICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKOLsTpObBBa8Jh3gw5Oy8QEgZAu
        09i3dQzhu0d2krpRROhwQiCctxVKinDfJnhc/qyA6rnl0JLq/AW9hez/er2t8rNv
        hYJD8aANF6ZwDHYPwQS2RjwNf8+PJ3oy/oWbkAHQGUBL6eX/lDjmKQdpWtQmuFM9
        UAzW2ZxbMTpV+TFcYvgAThGemYNHI83Ymd0C2HKSVpvIdEEwoVnvQfgx3LDig1M=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// SEC 1, encrypted; the same key.
    static let encryptedSEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,0C2688FA36D6EFCACE2ADFD7B09559F1

        k1cohx7fJKbK16D4OidZe8/97CutMPQwQpLrqjirsvKdUzG4Ut/pYw3sED3h8drR
        fU6oRgLneT8IVhMo7yZ8jMlpqZhTU/cNrb8Y2QnhMOQa0qiGyG31gtKVOHCdPGz5
        E/aJ52J5WVmJbvDjdzLPtoUlvtzk2rT56nF/EFtaMs4=
        -----END EC PRIVATE KEY-----
        """

    /// SEC 1 with the curve's numbers instead of its name; the same key.
    static let explicitParameters = """
        -----BEGIN EC PRIVATE KEY-----
        MIIBaAIBAQQgqJApL8f2XTJ9rFK2W9Wxo/Zl7JsFoxrCwq11lk9B3L2ggfowgfcC
        AQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////
        MFsEIP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57Pr
        vVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEE
        axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W
        K84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8
        YyVRAgEBoUQDQgAEX7yWzwjmYYS0PG6KWAe/NitlaGrjSbStUaIy+vOj0uRiaBkP
        R3Jx8Rzn7EzmNULZw2ddR+iAodSHw0n7K9Pkiw==
        -----END EC PRIVATE KEY-----
        """

    /// SEC 1 on P-384.
    static let p384 = """
        -----BEGIN EC PRIVATE KEY-----
        MIGkAgEBBDAmFkDTgl+dSy8DGD/T195ekARmmsBYiXqxb0GNLZncjeet4IQIXMCE
        eGXXC5EU992gBwYFK4EEACKhZANiAARRWPw86qEJn4lIMFGHjMvoatY4w9FzZzNB
        fDdqGBxkVgYELdz8LzFdsM5G2L1Y0eqxqj4phDab4Cjr+Qd4HITbxXE2mvzE1FPY
        BOMSnO7yKxFOyZvNhbmFxyNImHUBJ+A=
        -----END EC PRIVATE KEY-----
        """

    /// SEC 1 on secp256k1.
    static let secp256k1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHQCAQEEIPyZwfro6VEHJN5tZTrYk9i5na15MiARycrk52zaA945oAcGBSuBBAAK
        oUQDQgAE3iaasyHQT4B7i2SVqRvWyEB24z2HiDckp66Q5oLjcFBbA9mQb0r7Yqxt
        PZS4v4V7oTxvKyd3GZUwbWCIblJINw==
        -----END EC PRIVATE KEY-----
        """

    /// The public half.
    static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEX7yWzwjmYYS0PG6KWAe/NitlaGrj
        SbStUaIy+vOj0uRiaBkPR3Jx8Rzn7EzmNULZw2ddR+iAodSHw0n7K9Pkiw==
        -----END PUBLIC KEY-----
        """

    /// The public half with the curve's numbers instead of its name.
    static let publicKeyWithExplicitParameters = """
        -----BEGIN PUBLIC KEY-----
        MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
        AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
        ///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
        NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
        RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
        //////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABF+8ls8I5mGEtDxuilgHvzYr
        ZWhq40m0rVGiMvrzo9LkYmgZD0dycfEc5+xM5jVC2cNnXUfogKHUh8NJ+yvT5Is=
        -----END PUBLIC KEY-----
        """

    /// The public half with the point compressed.
    static let compressedPublicKey = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADX7yWzwjmYYS0PG6KWAe/NitlaGrj
        SbStUaIy+vOj0uQ=
        -----END PUBLIC KEY-----
        """

    /// A self-signed certificate whose key has the curve's numbers instead of its name.
    static let certificateWithExplicitParameters = """
        -----BEGIN CERTIFICATE-----
        MIICxTCCAmugAwIBAgIUIdSJlm7QGxd5cGNMVrTlshSv9Y8wCgYIKoZIzj0EAwIw
        PjE8MDoGA1UEAwwzd29ydGhsZXNzIHRlc3QgY2VydGlmaWNhdGUgd2l0aCBleHBs
        aWNpdCBwYXJhbWV0ZXJzMB4XDTI2MTEzMDE0MjExMloXDTM2MTEyNzE0MjExMlow
        PjE8MDoGA1UEAwwzd29ydGhsZXNzIHRlc3QgY2VydGlmaWNhdGUgd2l0aCBleHBs
        aWNpdCBwYXJhbWV0ZXJzMIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0B
        AQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////MFsEIP////8AAAAB
        AAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxT
        sPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vObl
        Y6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBo
        N79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABF+8
        ls8I5mGEtDxuilgHvzYrZWhq40m0rVGiMvrzo9LkYmgZD0dycfEc5+xM5jVC2cNn
        XUfogKHUh8NJ+yvT5IujUzBRMB0GA1UdDgQWBBSu1hN/52Q0PFtPrgCCWfXHH38U
        +TAfBgNVHSMEGDAWgBSu1hN/52Q0PFtPrgCCWfXHH38U+TAPBgNVHRMBAf8EBTAD
        AQH/MAoGCCqGSM49BAMCA0gAMEUCIQD093ino+AhJ2YIUCZUODomXBZTavtwlCYT
        J+IpdBbY3AIgRgqwA4gXdh4YpWDWM+z1TNdAAnpt4oUj9OoywceKp2c=
        -----END CERTIFICATE-----
        """

    /// SEC 1 with a public point that does not belong to the private number.
    static let mismatchedPair = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKiQKS/H9l0yfaxStlvVsaP2ZeybBaMawsKtdZZPQdy9oAoGCCqGSM49
        AwEHoUQDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/
        m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
        -----END EC PRIVATE KEY-----
        """
}
