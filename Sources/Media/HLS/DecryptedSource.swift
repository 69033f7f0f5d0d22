import CFFmpeg

/// An encrypted segment (AES-128 in CBC with padding, RFC 8216, section 4.3.2.4), decrypted as it is read.
///
/// Reads come from one thread at a time, front to back.
@safe final class DecryptedSource: ByteSource, @unchecked Sendable {
    /// Bytes of a block, and of the key.
    static let blockSize = 16
    /// How much is decrypted at once.
    private static let pieceSize = 16 * 1024

    private let source: any ByteSource
    /// Where in the source the segment ends; `nil` for the source's own end.
    private let end: Int64?
    private let cipher: OpaquePointer
    private let name: String
    /// The block before the one decrypted next.
    private var chain: [UInt8]
    /// The source's offset of the bytes that are decrypted next, and those of them that are read and make no whole block.
    private var offset: Int64
    private var encrypted: [UInt8] = []
    /// Decrypted and not given out; the last block stays until it is known that another follows, because of its padding.
    private var plain: [UInt8] = []
    /// How many bytes were given out.
    private var position: Int64 = 0
    private var isAtEnd = false

    /// - Parameter range: the segment's part of the source; an end that nobody knows is that of the source.
    init(
        _ source: any ByteSource, key: [UInt8], vector: [UInt8], from start: Int64, to end: Int64?, name: String
    ) throws(MediaError) {
        guard let cipher = unsafe av_aes_alloc() else { throw .outOfMemory(name) }
        guard key.count == Self.blockSize, vector.count == Self.blockSize, unsafe av_aes_init(cipher, key, 128, 1) >= 0 else {
            unsafe av_free(UnsafeMutableRawPointer(cipher))
            throw MediaError(.unsupported, "\(name) is encrypted with a key that makes no sense")
        }
        unsafe self.cipher = unsafe cipher
        self.source = source
        self.end = end
        self.name = name
        chain = vector
        offset = start
    }

    deinit { unsafe av_free(UnsafeMutableRawPointer(cipher)) }

    var size: Int64? { nil }
    var isSeekable: Bool { false }
    var isFar: Bool { source.isFar }

    func read(into buffer: UnsafeMutableRawBufferPointer, at target: Int64) throws(MediaError) -> Int {
        guard target >= position else {
            throw MediaError(.notSeekable, "\(name) is encrypted, and can be read from front to back only")
        }
        var passed = target - position
        while true {
            let ready = isAtEnd ? plain.count : max(0, plain.count - Self.blockSize)
            let dropped = Int(min(passed, Int64(ready)))
            plain.removeFirst(dropped)
            passed -= Int64(dropped)
            position += Int64(dropped)
            let count = min(ready - dropped, buffer.count)
            if count > 0 {
                unsafe buffer.copyBytes(from: plain[..<count])
                plain.removeFirst(count)
                position += Int64(count)
                return count
            }
            if isAtEnd { return 0 }
            try decryptMore()
        }
    }

    private func decryptMore() throws(MediaError) {
        let last = min(end ?? .max, offset + Int64(Self.pieceSize))
        let piece = last > offset ? try source.someBytes(in: offset..<last) : []
        offset += Int64(piece.count)
        encrypted += piece
        guard !piece.isEmpty else { return try finish() }
        let count = encrypted.count / Self.blockSize * Self.blockSize
        guard count > 0 else { return }
        var decrypted = [UInt8](repeating: 0, count: count)
        unsafe av_aes_crypt(cipher, &decrypted, encrypted, Int32(count / Self.blockSize), &chain, 1)
        encrypted.removeFirst(count)
        plain += decrypted
    }

    /// Takes the padding off.
    private func finish() throws(MediaError) {
        isAtEnd = true
        let padding = plain.last.map(Int.init) ?? 0
        guard encrypted.isEmpty, plain.isEmpty || (1...Self.blockSize).contains(padding), padding <= plain.count else {
            throw MediaError(.corrupt, "\(name) cannot be decrypted: a segment of it is cut, or its key is another")
        }
        plain.removeLast(padding)
    }
}
