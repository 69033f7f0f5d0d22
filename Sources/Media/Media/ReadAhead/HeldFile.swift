import MediaTypes
import SystemSupport

/// An open file whose bytes are read ahead into memory, on a thread of its own: the reader goes on while the disk hangs or sleeps, as
/// long as there are bytes.
///
/// The thread alone owns the file, because on some file systems closing it may hang too. One reader at a time. The thread sleeps while
/// enough is held, and ends with this object; a read that hangs keeps it until the disk answers.
final class HeldFile: Sendable {
    /// How long the file system has to say whether the file was changed, in nanoseconds. If it says nothing, the file counts as it was.
    private static let patience: Int64 = 250_000_000
    /// How long memory is held of which nobody reads, in seconds.
    private static let restSeconds = 600.0

    private let ahead: ReadAhead
    private let number: Int
    private let name: String
    private let stateAtOpening: FileState
    private let cancellation: CancellationToken
    private let handler: Int?
    private let interruptionHandler: Int
    /// Signalled by the thread when it has something for the reader.
    private let answers: Monitor<Void>

    /// Starts the thread. It reads only what is asked for until ``begin()``.
    /// - Parameters:
    ///   - file: the caller must not keep it, or the caller might have to close it.
    ///   - name: the file's name, for errors.
    ///   - restSeconds: how long memory is held of which nobody reads, in seconds.
    init(
        _ file: any DiskFile, _ state: FileState, name: String, in ahead: ReadAhead, cancellation: CancellationToken,
        restSeconds: Double = HeldFile.restSeconds
    ) throws(MediaError) {
        let (orders, answers) = (Monitor(false), Monitor(()))
        let number = ahead.open(state, orders: orders)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-disk") {
                Self.run(file, number, in: ahead, orders, answers, rest: Int64(restSeconds * 1e9))
            }
        } catch {
            ahead.close(number)
            throw MediaError(error)
        }
        self.ahead = ahead
        self.number = number
        self.name = name
        stateAtOpening = state
        self.cancellation = cancellation
        self.answers = answers
        handler = cancellation.register { [weak answers] in answers?.withLock { _ in } }
        interruptionHandler = cancellation.registerInterruption { [weak answers] in answers?.withLock { _ in } }
    }

    deinit {
        cancellation.forget(handler)
        cancellation.forget(interruptionHandler)
        ahead.close(number)
    }

    /// Has the file read ahead from now on.
    func begin() { ahead.begin(number) }

    /// The size of the file in bytes. While the disk does not answer, it is the last one that is known.
    var size: Int64 {
        look()
        return ahead.known(number)?.size ?? 0
    }

    /// Whether the file is as it was when it was opened, and has a name. While the disk does not answer, it is.
    var isAsOpened: Bool {
        look()
        return ahead.known(number) == stateAtOpening
    }

    /// Has the thread look at the file, and waits for that unless the disk does not answer.
    private func look() {
        guard ahead.askToLook(number) else { return }
        _ = answers.wait(until: MonotonicClock.nanoseconds + Self.patience) { _ in
            !ahead.isLooking(number) || cancellation.isCancelled ? true : nil
        }
    }

    /// Copies up to `buffer.count` bytes from `offset` on; 0 means the end. Waits for the disk if they are not in memory.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        // A file that is being written may have become longer.
        if offset >= ahead.known(number)?.size ?? 0, offset >= size { return 0 }
        if let result = unsafe take(buffer, offset) { return try result.get() }
        let result = answers.wait { _ in
            cancellation.isInterrupted ? .failure(.cancelled(name)) : unsafe take(buffer, offset)
        }
        return try (result ?? .failure(.cancelled(name))).get()
    }

    private func take(_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Result<Int, MediaError>? {
        switch unsafe ahead.take(number, into: buffer, at: offset) {
        case .bytes(let count): .success(count)
        case .end: .success(0)
        case .failed(let error): .failure(.unreadable(name, error))
        case .nothing: nil
        }
    }

    /// The thread's main loop. When it returns, the thread closes the file.
    private static func run(
        _ file: any DiskFile, _ number: Int, in ahead: ReadAhead, _ orders: Monitor<Bool>, _ answers: Monitor<Void>, rest: Int64
    ) {
        while true {
            switch ahead.step(number) {
            case .end: return
            case .look:
                _ = ahead.looked(number, file.state)
                answers.withLock { _ in }
            case .read(let bytes, let offset, let end):
                if ahead.looked(number, file.state) {
                    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes.room(from: offset).prefix(Int(end - offset)))
                    ahead.took(number, unsafe file.readBytes(into: room, at: offset), into: bytes, at: offset)
                }
                answers.withLock { _ in }
            case .rest(let isHolding, let reads):
                let deadline = isHolding ? MonotonicClock.nanoseconds + rest : nil
                let isWoken = orders.wait(until: deadline) { isAsked in
                    defer { isAsked = false }
                    return isAsked ? true : nil
                }
                if isWoken == nil { ahead.giveBack(number, unlessReadSince: reads) }
            }
        }
    }
}
