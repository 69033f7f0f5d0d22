/// Where the bytes of media come from: a file, and for other sources a pushed stream or a network connection.
///
/// Reads come from one thread at a time, but not always from the same one.
package protocol ByteSource: AnyObject, Sendable {
    /// The size in bytes as it is now; `nil` where nobody knows (a stream).
    var size: Int64? { get }

    /// Whether reads may come at any offset. Otherwise each read continues where the one before ended.
    var isSeekable: Bool { get }

    /// Reads up to `buffer.count` bytes that begin at `offset`, and answers how many: 0 is the end.
    ///
    /// May block. A source that can block for long registers with ``CancellationToken/onCancel(_:)`` what wakes it, and then
    /// throws ``MediaError/Code/cancelled``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int
}
