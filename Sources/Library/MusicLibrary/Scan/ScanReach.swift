import Glibc

/// How far a scan follows symbolic links. A value, which any thread may ask; it asks the system.
package struct ScanReach: Sendable {
    /// The directories of music without symbolic links; `nil` if links may lead anywhere.
    private let realRoots: [[UInt8]]?

    /// Follows links wherever they lead.
    static let anywhere = ScanReach()

    private init() { realRoots = nil }

    /// Makes a reach for a scan of these directories.
    /// - Parameter followsOutside: whether links are followed out of the directories.
    init(roots: [[UInt8]], followsOutside: Bool) {
        realRoots = followsOutside ? nil : roots.compactMap(Self.resolved)
    }

    /// Whether what is at `path` may be looked at, whatever links are on the way there.
    func allows(_ path: [UInt8]) -> Bool {
        guard let realRoots else { return true }
        guard let real = Self.resolved(path) else { return false }
        return realRoots.contains { real.isWithin($0) }
    }

    /// A path without symbolic links; `nil` if it leads nowhere.
    private static func resolved(_ path: [UInt8]) -> [UInt8]? {
        guard let real = unsafe realpath(path.map { CChar(truncatingIfNeeded: $0) } + [0], nil) else { return nil }
        defer { unsafe free(real) }
        let count = unsafe strlen(real)
        return unsafe Array(UnsafeRawBufferPointer(start: real, count: count))
    }
}
