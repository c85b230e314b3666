internal import EntitlementStorage
internal import JWS
internal import OpenSSLCrypto
internal import StoreSelection

/// Reads from a store what it last got.
enum StoredLeaf {
    /// The certificate that the newest notification was signed with, and when that was; nil where there is none.
    static func newest(
        in url: String
    ) async throws(StoreError) -> (certificate: Certificate, signedAt: Int64)? {
        let store = try await StoreOpening.open(url: url, mustExist: true)
        do throws(StoreError) {
            let found = try await newest(in: store)
            await store.close()
            return found
        } catch {
            await store.close()
            throw error
        }
    }

    private static func newest(
        in store: any EntitlementStore
    ) async throws(StoreError) -> (certificate: Certificate, signedAt: Int64)? {
        guard let row = try await store.notifications(NotificationQuery(limit: 1, isNewestFirst: true)).first,
            let text = try await store.notification(uuid: row.header.uuid).first(where: {
                $0.record.sequence == row.sequence
            }), let jws = try? CompactJWS(parsing: text.text.compact), let entry = try? jws.header().x5c?.first,
            let der = try? Base64.decode(entry), let certificate = try? Certificate(der: der)
        else { return nil }
        return (certificate, row.header.signedDate)
    }

    /// Whether a store has a notification.
    static func holds(_ uuid: String, in url: String) async -> NotificationFindings.Stored {
        guard let store = try? await StoreOpening.open(url: url, mustExist: true) else { return .unknown }
        let rows = try? await store.notification(uuid: uuid)
        await store.close()
        return rows.map { $0.isEmpty ? .absent : .held } ?? .unknown
    }
}
