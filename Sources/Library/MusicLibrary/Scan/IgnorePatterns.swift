import Glibc

/// The patterns of `.mpdignore` files: shell patterns for names, one a line, that count for their directory and all below it.
struct IgnorePatterns {
    private var patterns: [[CChar]] = []

    /// The most bytes of one file, and the most patterns, that count.
    private static let (sizeLimit, countLimit) = (64 << 10, 1_000)

    /// The name of the files.
    static let fileName = Array(".mpdignore".utf8)

    /// The path of the file in a directory.
    static func path(in directory: [UInt8]) -> [UInt8] { directory + [UInt8(ascii: "/")] + fileName }

    /// Leaves nothing out.
    init() {}

    /// Reads the files of `directory` and of the directories above it, up to `root`.
    init(directory: [UInt8], root: [UInt8]) {
        var end = root.count
        while true {
            add(fileIn: Array(directory[..<end]))
            guard end < directory.count else { return }
            end = directory[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? directory.count
        }
    }

    /// Adds the patterns of the file in a directory, if there is one.
    mutating func add(fileIn directory: [UInt8]) {
        let path = Self.path(in: directory).map { CChar(truncatingIfNeeded: $0) } + [0]
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        for line in bytes[..<count].split(separator: UInt8(ascii: "\n")) where patterns.count < Self.countLimit {
            let blank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            let start = line.drop(while: blank)
            // A line that begins with a number sign is a remark. Elsewhere it is part of a pattern, as in MPD.
            guard start.first != UInt8(ascii: "#") else { continue }
            guard let last = start.lastIndex(where: { !blank($0) }), !start.contains(0) else { continue }
            patterns.append(start[...last].map { CChar(truncatingIfNeeded: $0) } + [0])
        }
    }

    /// Whether the file or directory `name` is left out.
    func match(_ name: [UInt8]) -> Bool {
        guard !patterns.isEmpty else { return false }
        let name = name.map { CChar(truncatingIfNeeded: $0) } + [0]
        return patterns.contains { unsafe fnmatch($0, name, 0) == 0 }
    }
}

/// The patterns for one directory after the other. Those of the directories above are kept, because the next directory is often beside the
/// last one. Made anew for each scan.
struct IgnoreFiles {
    private var kept: (directory: [UInt8], root: [UInt8], patterns: IgnorePatterns)?

    /// The patterns that count in `directory`.
    /// - Parameter hasFile: whether the directory has a file of patterns itself.
    mutating func patterns(in directory: [UInt8], root: [UInt8], hasFile: Bool) -> IgnorePatterns {
        var patterns = directory == root ? IgnorePatterns() : patterns(above: directory, root: root)
        if hasFile { patterns.add(fileIn: directory) }
        return patterns
    }

    /// The first directory on the way from `root` down to `directory` that a scan of everything leaves out; `nil` if there is none.
    mutating func firstLeftOut(onWayTo directory: [UInt8], from root: [UInt8]) -> [UInt8]? {
        var end = root.count
        while end < directory.count {
            let above = Array(directory[..<end])
            end = directory[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? directory.count
            let name = Array(directory[(above.count + 1)..<end])
            if DirectoryListing.isHidden(name) || DirectoryListing.isLeftOutWhole(above)
                || patterns(in: above, root: root, hasFile: true).match(name)
            {
                return Array(directory[..<end])
            }
        }
        return nil
    }

    private mutating func patterns(above directory: [UInt8], root: [UInt8]) -> IgnorePatterns {
        let above = Array(directory.directoryInPath)
        if let kept, kept.directory == above, kept.root == root { return kept.patterns }
        let patterns = IgnorePatterns(directory: above, root: root)
        kept = (above, root, patterns)
        return patterns
    }
}
