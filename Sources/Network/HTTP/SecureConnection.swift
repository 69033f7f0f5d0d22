import CFFmpeg
import Glibc
import SystemSupport

/// A TLS connection, made by FFmpeg's own `tls:` protocol, so that the daemon carries no second TLS library. The server's
/// certificate must be trusted and be of the host's name.
@safe final class SecureConnection: Connection {
    /// What FFmpeg asks in the middle of waiting, every 100 ms.
    private final class Patience {
        let wakeFlag: WakeFlag
        var deadline: Int64

        init(_ wakeFlag: WakeFlag, _ deadline: Int64) {
            self.wakeFlag = wakeFlag
            self.deadline = deadline
        }

        var isOver: Bool { wakeFlag.isSet || MonotonicClock.nanoseconds >= deadline }
    }

    private let context: UnsafeMutablePointer<AVIOContext>
    private let patience: Patience

    init(
        host: String, port: UInt16, certificateFile: String?, wakeFlag: WakeFlag, until deadline: Int64
    ) throws(NetworkFailure) {
        patience = Patience(wakeFlag, deadline)
        var callback = unsafe AVIOInterruptCB(
            callback: { opaque in
                guard let opaque = unsafe opaque else { return 0 }
                return unsafe Unmanaged<Patience>.fromOpaque(opaque).takeUnretainedValue().isOver ? 1 : 0
            }, opaque: Unmanaged.passUnretained(patience).toOpaque())
        var options: OpaquePointer?
        unsafe av_dict_set(&options, "tls_verify", "1", 0)
        if let certificateFile { unsafe av_dict_set(&options, "ca_file", certificateFile, 0) }
        unsafe av_dict_set(&options, "protocol_whitelist", "tls,tcp", 0)
        defer { unsafe av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVIOContext>?
        let name = host.contains(":") ? "[\(host)]" : host
        let status = unsafe avio_open2(&opened, "tls://\(name):\(port)", AVIO_FLAG_READ_WRITE, &callback, &options)
        guard status >= 0, let context = unsafe opened else {
            if wakeFlag.isSet { throw .interrupted }
            if MonotonicClock.nanoseconds >= deadline { throw .timedOut }
            throw .failed(Self.sentence(status, host))
        }
        unsafe self.context = unsafe context
        // An option that this FFmpeg does not know would leave the certificate unchecked.
        guard unsafe av_dict_count(options) == 0 else {
            throw .failed("the installed FFmpeg cannot check the certificate of \(host)")
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
        unsafe avio_closep(&context)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        patience.deadline = deadline
        let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe avio_read_partial(context, start, Int32(clamping: buffer.count))
        if count > 0 { return Int(count) }
        if count == 0 || count == fermata_averror_eof() { return 0 }
        throw failure("the secure connection was lost")
    }

    func write(_ bytes: [UInt8], until deadline: Int64) throws(NetworkFailure) {
        patience.deadline = deadline
        unsafe avio_write(context, bytes, Int32(clamping: bytes.count))
        unsafe avio_flush(context)
        guard unsafe context.pointee.error >= 0 else { throw failure("the secure connection was lost") }
    }

    private func failure(_ sentence: String) -> NetworkFailure {
        if patience.wakeFlag.isSet { return .interrupted }
        return MonotonicClock.nanoseconds >= patience.deadline ? .timedOut : .failed(sentence)
    }

    /// FFmpeg tells what failed before TLS; of TLS itself it only says that it failed.
    private static func sentence(_ status: Int32, _ host: String) -> String {
        switch status {
        case -ECONNREFUSED: "no connection to \(host) can be made (Connection refused)"
        case -EHOSTUNREACH, -ENETUNREACH: "no connection to \(host) can be made (No route to host)"
        default:
            "no secure connection to \(host) can be made: its certificate is not trusted, has expired or is of another name, "
                + "or it does not speak TLS"
        }
    }
}
