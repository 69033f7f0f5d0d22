import Glibc
import Media
import MediaTypes
import Synchronization
import SystemSupport

/// Decoded live sound between the thread that waits for the client's bytes and the decode thread, which must not wait longer than it
/// wants. One thread puts, one takes.
final class LiveQueue: Sendable {
    /// What the thread that decodes has to say.
    enum Entry: Sendable {
        /// The samples of some frames, a plane after the other.
        case frames([Float], count: Int)
        case flushed
        case ended
        case failed(MediaError)
    }

    private struct State {
        var entries: [Entry] = []
        var frameCount = 0
        var isClosed = false
    }

    /// How many entries may wait.
    private static let entryLimit = 1_024

    private let state = Mutex(State())
    private let arrived: EventDescriptor
    private let taken: EventDescriptor
    /// How many frames may wait; the thread that decodes waits where there are more.
    private let limit: Int

    init(limit: Int) throws(DescriptorError) {
        self.limit = limit
        arrived = try EventDescriptor()
        taken = try EventDescriptor()
    }

    /// Adds an entry, once there is room. Returns whether anybody still wants it.
    func put(_ entry: Entry) -> Bool {
        while true {
            let isWanted = state.withLock { state -> Bool? in
                guard !state.isClosed else { return false }
                // To flush once is enough.
                if case .flushed = entry, case .flushed? = state.entries.last { return true }
                guard state.frameCount < limit, state.entries.count < Self.entryLimit else { return nil }
                if case .frames(_, let count) = entry { state.frameCount += count }
                state.entries.append(entry)
                return true
            }
            if let isWanted {
                if isWanted { arrived.signal() }
                return isWanted
            }
            wait(taken, or: nil, milliseconds: -1)
        }
    }

    /// Takes what is there into `frames`, and waits for something until `deadline` by the monotonic clock in nanoseconds; `nil`: for as
    /// long as it takes.
    /// A signal on `interruption` ends the wait, and is not taken.
    func take(
        into frames: HeldFrames, until deadline: Int64?, orSignalOf interruption: EventDescriptor
    ) throws(MediaError) -> LiveReading {
        while true {
            if let entry = state.withLock({ $0.entries.isEmpty ? nil : $0.entries.removeFirst() }) {
                switch entry {
                case .flushed: return .flushed
                case .ended: return .ended
                case .failed(let error): throw error
                case .frames(let samples, let count):
                    frames.append(samples, count: count)
                    state.withLock { $0.frameCount -= count }
                    taken.signal()
                    return .frames(count)
                }
            }
            let milliseconds = MonotonicClock.millisecondsLeft(until: deadline)
            guard milliseconds != 0 else { return .timedOut }
            if wait(arrived, or: interruption, milliseconds: milliseconds) { return .interrupted }
        }
    }

    /// Says that nobody takes anything any more.
    func close() {
        state.withLock { $0.isClosed = true }
        taken.signal()
    }

    /// Waits for `event`, and takes its signal. Returns whether `interruption` was signalled.
    @discardableResult
    private func wait(_ event: EventDescriptor, or interruption: EventDescriptor?, milliseconds: Int32) -> Bool {
        // poll ignores a negative number.
        var waited = [
            pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waited, nfds_t(waited.count), milliseconds)
        event.drain()
        return waited[1].revents != 0
    }
}
