/// A way to a server: bytes there and back. One thread at a time.
protocol Connection: AnyObject {
    /// Reads what is there, and waits for it until the monotonic clock reads `deadline`; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int

    /// Writes all of it.
    func write(_ bytes: [UInt8], until deadline: Int64) throws(NetworkFailure)
}
