package import MediaTypes

/// The place for the bytes of media that are written: a file, a socket or a pipe. The counterpart of ``ByteSource``.
///
/// One thread at a time writes, but not always the same one.
package protocol ByteSink: AnyObject, Sendable {
    /// Whether ``overwrite(at:_:)`` works. A writer then corrects the lengths that stand before the sound; otherwise it leaves
    /// them open.
    var canRewrite: Bool { get }

    /// Appends all of `bytes`. May block. The first error is the end: nothing more is written after it.
    func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError)

    /// Replaces bytes that were written before; all of them exist. `offset` counts from the first byte that was written.
    func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError)
}

extension ByteSink {
    /// Appends bytes of our own.
    func write(_ bytes: [UInt8]) throws(MediaError) {
        unsafe try bytes.withUnsafeBufferPointer { bytes throws(MediaError) in unsafe try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Replaces bytes by bytes of our own.
    func overwrite(at offset: Int64, _ bytes: [UInt8]) throws(MediaError) {
        unsafe try bytes.withUnsafeBufferPointer { bytes throws(MediaError) in
            unsafe try overwrite(at: offset, UnsafeRawBufferPointer(bytes))
        }
    }
}
