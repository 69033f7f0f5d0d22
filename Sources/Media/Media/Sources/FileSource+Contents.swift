package import MediaTypes

extension FileSource {
    /// Reads the beginning of a regular file: all of it, if it has no more than `limit` bytes.
    package static func contents(
        of location: MediaLocation, limit: Int, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> [UInt8] {
        let source = try FileSource(location, cancellation: cancellation)
        var bytes = [UInt8](repeating: 0, count: Int(min(source.size ?? 0, Int64(limit))))
        var filled = 0
        while filled < bytes.count {
            // `withUnsafeMutableBytes` cannot pass on a typed error that its closure throws.
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(MediaError) in
                    unsafe try source.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: Int64(filled))
                }
            }
            let count = try result.get()
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
