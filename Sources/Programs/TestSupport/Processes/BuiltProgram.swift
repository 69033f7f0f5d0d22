import Glibc

/// The programs of this package that are built along with the tests.
package enum BuiltProgram {
    /// Returns the path of `name`, which lies next to the running tests.
    package static func path(of name: String) throws(TestSupportError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let running = buffer.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) }
        // Some runners load the tests into a helper of the toolchain. Then the bundle is among the helper's arguments.
        let candidates = [String(decoding: running, as: UTF8.self)] + CommandLine.arguments
        for candidate in candidates {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let path = "\(candidate[..<slash])/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        throw TestSupportError(.launchFailed, "no \(name) beside the tests; build it with them")
    }
}
