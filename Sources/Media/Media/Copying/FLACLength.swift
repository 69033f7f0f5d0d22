/// The length that the header of native FLAC states.
package enum FLACLength {
    /// The mark of the file, and the head of the header's first block.
    private static let before = 8

    /// Returns the first 42 bytes of a file with another number of frames, and without the checksum of the sound, which is that of
    /// other sound; `nil` if they are not those of FLAC.
    package static func header(_ bytes: [UInt8], frames: Int64) -> [UInt8]? {
        guard bytes.count == before + FLACCut.headerSize, bytes.starts(with: "fLaC".utf8), bytes[4] & 0x7F == 0 else {
            return nil
        }
        return Array(bytes[..<before]) + FLACCut.header(Array(bytes[before...]), count: frames)
    }
}
