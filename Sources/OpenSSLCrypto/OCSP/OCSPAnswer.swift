/// What a responder says about one certificate (RFC 6960, section 4.2.1); dates are Unix seconds.
public struct OCSPAnswer: Hashable, Sendable {
    /// What has become of the certificate.
    public enum Status: Hashable, Sendable {
        /// It was not revoked.
        case good
        /// It was revoked then, for a reason that may not be told.
        case revoked(at: Int64, reason: OCSPRevocationReason?)
        /// The responder does not know the certificate.
        case unknown
    }

    /// What has become of the certificate.
    public var status: Status
    /// When the response was signed.
    public var producedAt: Int64
    /// When the status was known to be right.
    public var thisUpdate: Int64
    /// When there will be news at the latest; `nil` when there may be at any time.
    public var nextUpdate: Int64?

    /// Puts an answer together.
    public init(status: Status, producedAt: Int64, thisUpdate: Int64, nextUpdate: Int64?) {
        self.status = status
        self.producedAt = producedAt
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
    }
}

/// How far clocks may differ, and how long an answer counts that does not say so itself.
public struct OCSPTolerance: Hashable, Sendable {
    /// Seconds that the responder's clock may be ahead or behind.
    public var leeway: Int64
    /// Seconds from `thisUpdate` for which an answer without `nextUpdate` counts.
    public var undatedLifetime: Int64

    /// Starts from five minutes and one hour.
    public init(leeway: Int64 = 300, undatedLifetime: Int64 = 3600) {
        self.leeway = leeway
        self.undatedLifetime = undatedLifetime
    }
}

extension OCSPAnswer {
    /// The last second at which the answer counts, without any leeway.
    public func end(_ tolerance: OCSPTolerance) -> Int64 {
        if let nextUpdate { return nextUpdate }
        let (end, overflow) = thisUpdate.addingReportingOverflow(tolerance.undatedLifetime)
        return overflow ? .max : end
    }

    /// Whether the answer counts at a time, given in Unix seconds.
    public func counts(at seconds: Int64, _ tolerance: OCSPTolerance) -> Bool {
        isFromThePast(at: seconds, tolerance) && !isOver(at: seconds, tolerance)
    }

    func isFromThePast(at seconds: Int64, _ tolerance: OCSPTolerance) -> Bool {
        let (limit, overflow) = seconds.addingReportingOverflow(tolerance.leeway)
        return overflow || (thisUpdate <= limit && producedAt <= limit)
    }

    func isOver(at seconds: Int64, _ tolerance: OCSPTolerance) -> Bool {
        let (limit, overflow) = end(tolerance).addingReportingOverflow(tolerance.leeway)
        return !overflow && seconds > limit
    }
}
