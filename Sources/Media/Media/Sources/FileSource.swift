import Glibc
package import MediaTypes
package import SystemSupport

/// The bytes of a regular file.
///
/// Reads with `pread` and never with a mapping: a file that shrinks while it plays then ends early instead of killing the
/// process.
package final class FileSource: ByteSource {
    /// How the file is read.
    private enum Access {
        case near(OpenFile)
        /// The disk may hang, so another thread reads.
        case far(DetachedReads)
        /// Another thread reads, ahead of what is asked for.
        case held(HeldFile)
    }

    private let access: Access
    private let name: String
    /// Where the file is; `nil` if only its descriptor is known.
    private let location: MediaLocation?
    private let sizeAtOpening: Int64
    /// What reads ahead, if the disk may hang or sleep.
    private let ahead: ReadAhead?
    package let segments: (any SegmentOpening)?

    /// Opens a regular file, or a symbolic link to one.
    ///
    /// The open does not wait for the other side of a FIFO, and does not make a terminal the controlling one. Anything that is
    /// not a regular file is then refused.
    /// - Parameters:
    ///   - cancellation: ends the wait for a disk that hangs. Opening itself cannot be cancelled.
    ///   - mayHang: whether the disk may hang; if `nil`, the file system decides.
    ///   - ahead: what reads the file ahead, from ``beginReadingAhead()`` on, if its disk may hang or sleep; `nil` for nothing.
    /// - Throws: ``MediaError/Code/notFound``, ``MediaError/Code/unreadable``, ``MediaError/Code/limitExceeded``;
    ///   ``MediaError/Code/unsupported`` for a file that is empty, or larger than ``ByteCount/largest``.
    package init(
        _ location: MediaLocation, cancellation: CancellationToken = CancellationToken(), mayHang: Bool? = nil,
        ahead: ReadAhead? = nil
    ) throws(MediaError) {
        name = location.name
        self.location = location
        segments = LocalSegments(location)
        let path = location.path.map { CChar(truncatingIfNeeded: $0) } + [0]
        let descriptor: Int32 = unsafe path.withUnsafeBufferPointer { path in
            guard let start = path.baseAddress else { return -1 }
            return unsafe open(start, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        }
        guard descriptor >= 0 else { throw Self.openError(errno, name) }
        let file = OpenFile(descriptor)
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        sizeAtOpening = Int64(status.st_size)
        guard isKnown else { throw Self.openError(errno, name) }
        if let kind = Self.refusedKind(status.st_mode & S_IFMT) {
            throw MediaError(.unreadable, "\(name) is \(kind), not a file")
        }
        guard status.st_size > 0 else { throw MediaError(.unsupported, "\(name) is empty") }
        guard sizeAtOpening <= ByteCount.largest else {
            throw MediaError(.unsupported, "\(name) says that it has \(sizeAtOpening) bytes, more than any recording")
        }
        let isFar = mayHang ?? FileSystem.isFar(descriptor)
        if let ahead, ahead.isOn, isFar || FileSystem.maySleep(descriptor) {
            self.ahead = ahead
            access = .held(try HeldFile(file, FileState(status), name: name, in: ahead, cancellation: cancellation))
            return
        }
        self.ahead = nil
        guard isFar else {
            access = .near(file)
            return
        }
        access = .far(try DetachedReads(file, name: name, cancellation: cancellation))
    }

    /// Takes over the descriptor of a regular file that may be read, whose disk does not hang.
    /// - Parameter name: what messages call the file.
    /// - Throws: ``MediaError/Code/unsupported`` for a file that is empty, or larger than ``ByteCount/largest``.
    package init(_ descriptor: consuming FileDescriptor, name: String) throws(MediaError) {
        let file = OpenFile(descriptor)
        var status = stat()
        let isKnown = unsafe fstat(file.descriptor, &status) == 0
        let size = isKnown ? Int64(status.st_size) : 0
        guard size > 0, size <= ByteCount.largest else {
            throw MediaError(.unsupported, "\(name) has \(size) bytes, which is no recording")
        }
        self.name = name
        location = nil
        ahead = nil
        segments = nil
        sizeAtOpening = size
        access = .near(file)
    }

    /// The current size of the file, at most ``ByteCount/largest``; the size at the opening once the wait for the disk was
    /// cancelled.
    package var size: Int64? {
        switch access {
        case .near(let file): return Self.size(file.size)
        case .far(let reads):
            do throws(MediaError) {
                return Self.size(try reads.wait { $0.size })
            } catch {
                return sizeAtOpening
            }
        case .held(let file): return min(file.size, ByteCount.largest)
        }
    }

    /// Whether the file is read ahead.
    package var isReadAhead: Bool { if case .held = access { true } else { false } }

    /// Whether a file that is read ahead is as it was when it was opened; `true` if the disk does not answer.
    package var isAsOpened: Bool { if case .held(let file) = access { file.isAsOpened } else { false } }

    /// Has the rest of the file read ahead from now on, if it is read ahead at all.
    package func beginReadingAhead() {
        if case .held(let file) = access { file.begin() }
    }

    private static func size(_ outcome: DetachedReads.Outcome) -> Int64? {
        if case .size(let size) = outcome { size } else { nil }
    }

    package var hasShrunk: Bool { (size ?? 0) < sizeAtOpening }

    /// Always `true`, because it is a regular file.
    package var isSeekable: Bool { true }

    package var isLocal: Bool { true }

    /// The file is opened as any other is: it may be a symbolic link, and has to lead to a regular file. Where the name is in capital
    /// letters, the ending may be too.
    package func companion(_ ending: String, cancellation: CancellationToken) throws(MediaError) -> (any ByteSource)? {
        guard let location else { return nil }
        for ending in [ending, ending.uppercased()] {
            do throws(MediaError) {
                let file = try FileSource(
                    MediaLocation(path: location.path + Array(ending.utf8)), cancellation: cancellation, ahead: ahead)
                file.beginReadingAhead()
                return file
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        return nil
    }

    /// Looks whether a file is there and may be read, without opening it.
    /// - Throws: ``MediaError/Code/notFound``, ``MediaError/Code/unreadable``.
    package static func check(_ location: MediaLocation) throws(MediaError) {
        let path = location.path.map { CChar(truncatingIfNeeded: $0) } + [0]
        guard unsafe Glibc.access(path, R_OK) != 0 else { return }
        throw openError(errno, location.name)
    }

    /// Reads with `pread`.
    /// - Throws: ``MediaError/Code/unreadable`` if the disk or a network file system fails, and ``MediaError/Code/cancelled``.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        try MediaReads.counting { () throws(MediaError) in
            switch access {
            case .near(let file):
                let count = unsafe file.read(into: buffer, at: offset)
                guard count >= 0 else { throw unreadable(errno) }
                return count
            case .far(let reads): return unsafe try read(into: buffer, at: offset, reads)
            case .held(let file): return unsafe try file.read(into: buffer, at: offset)
            }
        }
    }

    private func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ reads: DetachedReads
    ) throws(MediaError) -> Int {
        let count = buffer.count
        switch try reads.wait(for: { $0.bytes(count, at: offset) }) {
        case .bytes(let bytes):
            unsafe buffer.copyBytes(from: bytes)
            return bytes.count
        case .failed(let number): throw unreadable(number)
        case .size: return 0
        }
    }

    private func unreadable(_ error: Int32) -> MediaError { .unreadable(name, error) }

    private static func refusedKind(_ kind: mode_t) -> String? {
        switch kind {
        case S_IFREG: nil
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFCHR, S_IFBLK: "a device"
        default: "something else"
        }
    }

    private static func openError(_ error: Int32, _ name: String) -> MediaError {
        switch error {
        case ENOENT, ENOTDIR: MediaError(.notFound, "no such file: \(name)", systemError: error)
        case EACCES, EPERM: MediaError(.unreadable, "no permission to read \(name)", systemError: error)
        // The error numbers for opening a socket.
        case ENXIO, ENODEV: MediaError(.unreadable, "\(name) is a socket or a device, not a file", systemError: error)
        case ELOOP: MediaError(.unreadable, "\(name) leads through too many symbolic links", systemError: error)
        case ENAMETOOLONG: MediaError(.notFound, "no such file, its path is too long: \(name)", systemError: error)
        default: MediaError(.unreadable, "\(name) cannot be opened: \(systemReason(error))", systemError: error)
        }
    }
}

extension MediaError {
    /// The error if a disk or a network file system fails with the system's error number.
    static func unreadable(_ name: String, _ error: Int32) -> MediaError {
        MediaError(.unreadable, "\(name) cannot be read: \(systemReason(error))", systemError: error)
    }
}

/// Owner of the descriptor of an open file. A thread that still waits for its disk keeps it open.
final class OpenFile: Sendable {
    private let owned: FileDescriptor

    var descriptor: Int32 { owned.number }

    init(_ descriptor: Int32) { owned = FileDescriptor(owning: descriptor) }

    init(_ descriptor: consuming FileDescriptor) { owned = descriptor }

    /// The current size, at most ``ByteCount/largest``, or the system's error number.
    var size: DetachedReads.Outcome {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? .size(min(Int64(status.st_size), ByteCount.largest)) : .failed(errno)
    }

    /// Reads up to `count` bytes at `offset` with `pread`; returns the bytes, or the system's error number.
    func bytes(_ count: Int, at offset: Int64) -> DetachedReads.Outcome {
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let read = unsafe self.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            filled = max(0, read)
            if read < 0 { failure = errno }
        }
        return failure.map { .failed($0) } ?? .bytes(bytes)
    }

    /// Reads into `buffer` at `offset` with `pread`; returns the number of bytes, or -1 with the reason in `errno`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

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
