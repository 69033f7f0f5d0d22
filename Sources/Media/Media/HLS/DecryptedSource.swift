import CFFmpeg
import MediaTypes

/// An encrypted segment (AES-128 in CBC with padding, RFC 8216, section 4.3.2.4), decrypted as it is read.
///
/// One thread at a time reads, front to back.
@safe final class DecryptedSource: ByteSource, @unchecked Sendable {
    /// The size of a block, and of the key, in bytes.
    static let blockSize = 16
    /// The number of bytes that are read and decrypted at once.
    private static let pieceSize = 16 * 1024

    private let source: any ByteSource
    /// The offset in the source at which the segment ends; `nil` for the end of the source.
    private let end: Int64?
    private let cipher: OpaquePointer
    private let name: String
    /// The last encrypted block before the one to be decrypted next.
    private var chain: [UInt8]
    /// The offset in the source of the next bytes to read, and the bytes read so far that do not make a whole block.
    private var offset: Int64
    private var encrypted: [UInt8] = []
    /// Decrypted bytes that were not yet returned. The last block stays here until another one follows, because it may have
    /// padding.
    private var plain: [UInt8] = []
    /// The number of bytes returned so far.
    private var position: Int64 = 0
    private var isAtEnd = false

    /// - Parameter end: the end of the segment's part of the source; `nil` for the end of the source.
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

    /// Removes the padding.
    private func finish() throws(MediaError) {
        isAtEnd = true
        let padding = plain.last.map(Int.init) ?? 0
        guard encrypted.isEmpty, plain.isEmpty || (1...Self.blockSize).contains(padding), padding <= plain.count else {
            throw MediaError(.corrupt, "\(name) cannot be decrypted: a segment of it is cut, or its key is another")
        }
        plain.removeLast(padding)
    }
}
