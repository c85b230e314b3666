internal import Glibc

/// How many descriptors the process may have.
enum DescriptorLimit {
    /// Kept free for everything but connections: Dispatch ends the process, and stores fail, when none is left.
    private static let reserve = 32

    /// The connections that one server may have, after raising the process's limit as far as the system allows.
    ///
    /// No more than half of all descriptors, so that a second server of the process finds some too.
    static func connections() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return share(of: Int(clamping: limit.rlim_cur))
    }

    /// The connections of one server where the process may have so many descriptors.
    static func share(of descriptors: Int) -> Int { max(1, descriptors / 2 - reserve) }
}
