/// The parts of a path as bytes.
extension [UInt8] {
    /// What stands behind the last slash: the name of the file or directory.
    var nameInPath: ArraySlice<UInt8> { self[((lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...] }

    /// What stands in front of the last slash: the directory; empty without a slash.
    var directoryInPath: ArraySlice<UInt8> { self[..<(lastIndex(of: UInt8(ascii: "/")) ?? 0)] }

    /// Whether the path is that of a directory, or of something below it.
    func isWithin(_ directory: [UInt8]) -> Bool {
        self == directory || starts(with: directory + [UInt8(ascii: "/")])
    }
}
