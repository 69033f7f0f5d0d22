import Glibc

/// The limit of how many files the process may have open.
enum DescriptorLimit {
    /// Raises the soft limit to `count`, or to the hard limit if that is lower; never lowers it. Returns the limit that applies.
    ///
    /// The usual soft limit, 1,024, is for programs that use `select`; it leaves no room for 1,024 clients.
    static func raise(to count: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
        if limit.rlim_cur < rlim_t(count) {
            var raised = limit
            raised.rlim_cur = min(rlim_t(count), limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
