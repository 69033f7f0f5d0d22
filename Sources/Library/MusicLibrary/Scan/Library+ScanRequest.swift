extension Library {
    /// What a scan compares.
    package struct ScanRequest: Hashable, Sendable {
        /// The directory or file; `nil` for everything.
        package let path: [UInt8]?
        package let depth: LibraryScanner.Depth
        /// Directories in which something has changed: only these are compared, with what is new in them. `nil` for what `path` says.
        package let changed: [[UInt8]]?
        /// Whether files are read again that are left out.
        package let retriesLeftOut: Bool

        /// Makes a request.
        package init(path: [UInt8]? = nil, depth: LibraryScanner.Depth, retriesLeftOut: Bool = false) {
            self.path = path
            self.depth = depth
            self.retriesLeftOut = retriesLeftOut
            changed = nil
        }

        /// Makes a request about directories in which something has changed.
        package init(changed: [[UInt8]]) {
            path = nil
            depth = .files
            retriesLeftOut = false
            self.changed = changed
        }

        /// Returns the request about more directories that have changed: about everything if these are too many.
        func adding(_ more: [[UInt8]]) -> ScanRequest {
            let all = Set((changed ?? []) + more)
            guard all.count <= ChangeCollector.directoryLimit else { return ScanRequest(depth: .directories) }
            return ScanRequest(changed: all.sorted { $0.lexicographicallyPrecedes($1) })
        }
    }
}
