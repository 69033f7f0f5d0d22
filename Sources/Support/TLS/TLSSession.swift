import CGnuTLS
import NIOCore

/// Owner of the server's side of one connection over TLS: takes the bytes that come, and makes those that go. It has no socket and waits for
/// nothing. Confined to the event loop.
@safe struct TLSSession: ~Copyable {
    /// How a step has ended.
    enum Step: Hashable {
        /// More has to come first.
        case waiting
        /// Both sides have agreed.
        case done
        /// The other side sends no more.
        case ended
        /// The connection cannot go on, for this reason.
        case failed(String)
    }

    /// The longest plain text of a record, in bytes.
    private static let recordBytes = 1 << 14

    // What a session uses has to outlive it.
    private let credentials: TLSCredentials
    private let wire: TLSWire
    private let handle: gnutls_session_t

    private var library: TLSLibrary { credentials.library }

    /// Makes a session that waits for the first byte.
    init(_ credentials: TLSCredentials) throws(TLSError) {
        let (library, wire) = (credentials.library, TLSWire())
        var made: gnutls_session_t?
        let result = unsafe fermata_gnutls_begin(
            library.functions, &made, credentials.handle, library.priority, Unmanaged.passUnretained(wire).toOpaque(), pushBytes,
            pullBytes, awaitBytes)
        guard result == GNUTLS_E_SUCCESS, let made = unsafe made else { throw TLSError(.refused, library.words(for: result)) }
        self.credentials = credentials
        self.wire = wire
        unsafe handle = unsafe made
        wire.onDrought = { unsafe fermata_gnutls_await(library.functions, made) }
    }

    deinit { unsafe library.functions.pointee.gnutls_deinit(handle) }

    /// Takes bytes that have come. What they are is told by the next step.
    func take(_ bytes: ByteBuffer) { wire.take(bytes) }

    /// Notes that no more will come.
    func endInput() { wire.isEnded = true }

    /// Returns what is to be sent now; `nil` if that is nothing.
    func output() -> ByteBuffer? { wire.output() }

    /// Goes on with the agreement.
    func agree() -> Step {
        while true {
            let before = wire.waitingBytes
            let result = unsafe library.functions.pointee.gnutls_handshake(handle)
            if result == GNUTLS_E_SUCCESS { return .done }
            if result == GNUTLS_E_AGAIN, hasMore(than: before) { continue }
            if let step = step(of: result) { return step }
        }
    }

    /// Reads all plain text that has come whole, into `text`.
    func read(into text: inout ByteBuffer) -> Step {
        text.reserveCapacity(wire.waitingBytes + Self.recordBytes)
        while true {
            let before = wire.waitingBytes
            var result = 0
            unsafe text.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordBytes) { bytes in
                result = unsafe library.functions.pointee.gnutls_record_recv(handle, bytes.baseAddress, bytes.count)
                return max(0, result)
            }
            if result > 0 { continue }
            if result == 0 { return .ended }
            if result == Int(GNUTLS_E_AGAIN), hasMore(than: before) { continue }
            if let step = step(of: CInt(clamping: result)) { return step }
        }
    }

    /// Encrypts plain text. Afterwards there is output.
    /// - Returns: false if the connection cannot go on.
    func write(_ text: ByteBuffer) -> Bool {
        wire.reserve(text.readableBytes + text.readableBytes / 64 + 512)
        return unsafe text.withUnsafeReadableBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = unsafe library.functions.pointee.gnutls_record_send(
                    handle, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Says that nothing more will be sent. Afterwards there is output.
    func sayGoodbye() { _ = unsafe fermata_gnutls_bye(library.functions, handle) }

    /// Whether GnuTLS has read something, and there is more. It asks to be called again also behind a record that it has kept for itself, such
    /// as one that changes keys, and would not be told of what came with that.
    private func hasMore(than before: Int) -> Bool { (1..<max(1, before)).contains(wire.waitingBytes) }

    /// What a number of GnuTLS means for the connection; `nil` if the same is to be tried again.
    private func step(of result: CInt) -> Step? {
        if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED { return .waiting }
        // A new agreement in the middle of a connection has only ever been good for attacks.
        let isAsked = result == GNUTLS_E_REHANDSHAKE
        guard unsafe isAsked || library.functions.pointee.gnutls_error_is_fatal(result) != 0 else { return nil }
        if let reason = unsafe fermata_gnutls_reason(library.functions, handle, result) {
            return .failed("the other side says: \(unsafe String(cString: reason))")
        }
        _ = unsafe library.functions.pointee.gnutls_alert_send_appropriate(handle, result)
        return .failed(library.words(for: result))
    }
}

/// The bytes between a session and its connection. Confined to the event loop.
@safe final class TLSWire {
    private var incoming = ByteBuffer()
    private var outgoing = ByteBuffer()
    /// Whether no more will come.
    var isEnded = false
    /// Tells the session that nothing more has come yet.
    var onDrought: () -> Void = {}

    /// How many bytes have come that the session has not read.
    var waitingBytes: Int { incoming.readableBytes }

    func take(_ bytes: ByteBuffer) {
        guard incoming.readableBytes > 0 else { return incoming = bytes }
        var bytes = bytes
        incoming.discardReadBytes()
        incoming.writeBuffer(&bytes)
    }

    func output() -> ByteBuffer? {
        guard outgoing.readableBytes > 0 else { return nil }
        defer { outgoing = ByteBuffer() }
        return outgoing
    }

    func reserve(_ count: Int) { outgoing.reserveCapacity(minimumWritableBytes: count) }

    fileprivate func push(_ bytes: UnsafeRawBufferPointer) { unsafe outgoing.writeBytes(bytes) }

    fileprivate func pull(_ place: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(place.count, incoming.readableBytes)
        if count == 0 {
            if isEnded { return 0 }
            onDrought()
            return -1
        }
        unsafe incoming.readWithUnsafeReadableBytes { bytes in
            unsafe place.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        // Or what was read already would stay in memory.
        if incoming.readableBytes == 0 { incoming = ByteBuffer() }
        return count
    }
}

private func pushBytes(_ owner: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    guard let owner = unsafe owner else { return -1 }
    unsafe Unmanaged<TLSWire>.fromOpaque(owner).takeUnretainedValue().push(UnsafeRawBufferPointer(start: bytes, count: count))
    return count
}

private func pullBytes(_ owner: UnsafeMutableRawPointer?, _ place: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let owner = unsafe owner else { return -1 }
    return unsafe Unmanaged<TLSWire>.fromOpaque(owner).takeUnretainedValue()
        .pull(UnsafeMutableRawBufferPointer(start: place, count: count))
}

/// Whether bytes are there: nothing is waited for.
private func awaitBytes(_ owner: UnsafeMutableRawPointer?, _ milliseconds: UInt32) -> CInt {
    guard let owner = unsafe owner else { return -1 }
    let wire = unsafe Unmanaged<TLSWire>.fromOpaque(owner).takeUnretainedValue()
    return wire.waitingBytes > 0 || wire.isEnded ? 1 : 0
}
