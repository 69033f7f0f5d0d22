import AudioTypes
import Logging
import RealtimeAudio
import SystemSupport

/// The thread of a ``SnapcastOutput``: connects, writes what is due, and tries again if the server goes away.
struct FeedLoop: ~Copyable {
    /// How the time with one connection ended.
    private enum End {
        /// Nobody needs it any more. The server has taken all of it at that time (CLOCK_MONOTONIC, nanoseconds).
        case unused(until: Int64)
        case lost(FeedError)
    }

    /// How much silence follows the sound before the connection ends, in nanoseconds: more than the piece that the server waits for
    /// before it plays any of it, and enough to go on without a gap after a short pause.
    private static let tail: Int64 = 500_000_000

    /// Why the rooms count as away while a connection takes nothing, and why it ends in the end.
    private static let blocked = FeedError("the server takes no more sound")

    /// How long one wait lasts for a server that is not found, in nanoseconds. The wait ends when the server is found.
    private static let patience: Int64 = 3_600_000_000_000

    /// How long one wait lasts for sound that is being decoded, in nanoseconds.
    private static let decodingWait: Int64 = 10_000_000

    /// How often to look whether a server that waits gets something, in nanoseconds: that exact is the position from then on.
    private static let look: Int64 = 10_000_000

    private let output: SnapcastOutput
    private let wake: EventDescriptor
    private var sound: FeedSound
    private var backoff: Backoff

    init(_ output: SnapcastOutput, wake: EventDescriptor) {
        self.output = output
        self.wake = wake
        let rate = Int(output.format.sampleRate.hertz)
        sound = FeedSound(output.configuration.format, capacity: Pacing(rate: rate, at: 0).periodFrames, filters: output.filters)
        let waits = output.configuration.retryWaits
        backoff = Backoff(first: waits.first, longest: waits.longest)
    }

    mutating func run() {
        while true {
            // A server takes one connection after the other: the next one begins when it has read the last one to its end.
            rest(until: output.state.withLock { $0.freeAt })
            guard output.goesOn() else { return }
            guard let source = waitForSource() else { continue }
            do throws(FeedError) {
                let configuration = output.configuration
                let attempt = try FeedConnection.connect(
                    to: source, bufferBytes: bytes(of: Pacing.longestLead),
                    timeout: configuration.connectTimeout, wake: wake)
                guard let connection = attempt else {
                    wake.drain()
                    continue
                }
                output.connected()
                let began = MonotonicClock.nanoseconds
                switch feed(connection) {
                case .unused(let time):
                    output.disconnected(freeAt: time)
                case .lost(let error):
                    backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - began))
                    throw error
                }
            } catch {
                output.disconnected(error)
                rest(until: MonotonicClock.nanoseconds + backoff.next()) { [output] in output.source == source }
            }
        }
    }

    private func bytes(of nanoseconds: Int64) -> Int {
        let frames = Int64(output.format.sampleRate.hertz) * nanoseconds / 1_000_000_000
        return Int(frames) * output.configuration.format.frameBytes
    }

    /// Waits until `time`, until the output is no longer wanted, or until `holds` says no.
    private func rest(until time: Int64, while holds: () -> Bool = { true }) {
        while MonotonicClock.nanoseconds < time, output.state.withLock({ $0.isWanted }), holds() {
            if FeedConnection.rest(until: time, orFor: wake) == .signal { wake.drain() }
        }
    }

    /// Returns where the server takes the sound. If that is not known yet, it waits until the server has been found, and after a moment
    /// reports it as away. Returns `nil` after too long, or if the output is no longer wanted.
    private func waitForSource() -> HostPort? {
        let isMissing = { [output] in output.source == nil }
        rest(until: MonotonicClock.nanoseconds + output.configuration.connectTimeout, while: isMissing)
        guard isMissing(), output.state.withLock({ $0.isWanted }) else { return output.source }
        output.disconnected(FeedError("no Snapcast server has been found in the network"))
        rest(until: MonotonicClock.nanoseconds + Self.patience, while: isMissing)
        return output.source
    }

    // MARK: One connection

    private mutating func feed(_ connection: borrowing FeedConnection) -> End {
        var pacing = Pacing(rate: Int(output.format.sampleRate.hertz), at: MonotonicClock.nanoseconds)
        let wholeTail = bytes(of: Self.tail) / output.configuration.format.frameBytes
        var (tail, gathering) = (
            wholeTail, Gathering(output.configuration, isAway: output.isAway, at: MonotonicClock.nanoseconds)
        )
        while tail > 0 {
            let now = MonotonicClock.nanoseconds
            let frameBytes = output.configuration.format.frameBytes
            pacing.delivered(allBut: (connection.waitingBytes + frameBytes - 1) / frameBytes, at: now)
            guard pacing.standstill(at: now) < output.configuration.blockedTimeout else { return .lost(Self.blocked) }
            switch gathering.look(at: now, standstill: pacing.standstill(at: now), isAway: output.isAway) {
            case .nothing: break
            case .stalled: output.stalled(Self.blocked)
            case .gathered: output.returned { sound.settle($0) }
            }
            let isEnding = output.state.withLock { $0.hasEnded }
            let count = isEnding ? pacing.periodFrames : pacing.framesDue(at: now)
            let isHeld = count > 0 && lacksFilters(at: now)
            let waitsForSound =
                count > 0
                && (now < pacing.patienceEnd ? isHeld || lacksSound(pacing.framesWanted) : isHeld && pacing.written == 0)
            guard count > 0, !waitsForSound else {
                // Who pauses does not wait for filters.
                if isHeld { stand(now, pacing.nextTime) }
                let lookTime = pacing.isStarving(at: now) ? now + Self.look : .max
                let time = waitsForSound ? now + Self.decodingWait : min(pacing.dueTime, lookTime, gathering.nextTime)
                switch connection.wait(until: time, orFor: wake) {
                case .ended: return .lost(FeedError("the server has ended the connection"))
                case .signal: wake.drain()
                case .timeout, .writable: break
                }
                continue
            }
            // The server takes the first frame when it gets it.
            if pacing.written == 0 { pacing.begin(again: now) }
            if pacing.isLate(at: now) {
                output.logger.notice(
                    "The sound for the rooms was late.", metadata: ["ms": "\((now - pacing.nextTime) / 1_000_000)"])
                pacing.begin(again: now)
            }
            if take(count, now, pacing.nextTime, isHeld: isHeld) || output.isAway {
                tail = wholeTail
            } else {
                tail -= count
            }
            do throws(FeedError) {
                let wasHeldBack = try write(count, to: connection)
                let end = MonotonicClock.nanoseconds
                pacing.wrote(count, at: end)
                // The server has more than it can take: it is not in need of anything.
                if wasHeldBack, pacing.isLate(at: end) { pacing.begin(again: end) }
            } catch {
                return .lost(error)
            }
        }
        return .unused(until: pacing.nextTime + Pacing.period)
    }

    /// Whether `count` frames are wanted and fewer are decoded. The server is fed ahead of its time, so the rest may come soon enough.
    private func lacksSound(_ count: Int) -> Bool {
        output.state.withLock { state in
            guard let renderer = state.renderer, state.isSounding, renderer.plays, !renderer.isCut else { return false }
            return renderer.fillCount < min(sound.framesNeeded(for: count, of: renderer), renderer.capacity / 2)
        }
    }

    /// Whether sound that is to begin waits for its filters.
    private func lacksFilters(at now: Int64) -> Bool {
        output.state.withLock { $0.renderer != nil && $0.isSounding } && !output.filters.isReady(at: now)
    }

    /// Makes the next `count` frames, which the server takes at `time`. Returns whether the output is active, or something of its sound is still
    /// heard; if not, they are silent.
    /// - Parameter isHeld: whether the sound stands where it is.
    private mutating func take(_ count: Int, _ now: Int64, _ time: Int64, isHeld: Bool) -> Bool {
        let time = cycle(now, time)
        return output.state.withLock { state in
            guard let renderer = state.renderer, state.isSounding else {
                return sound.makeRest(count, behind: state.isLost ? nil : state.renderer, gain: state.gain)
            }
            if isHeld {
                sound.stand(renderer, count, at: time)
            } else {
                sound.take(renderer, count, at: time, gain: state.gain)
            }
            state.tellEvents(of: renderer)
            return true
        }
    }

    /// Answers what control asks of a sound that waits.
    private func stand(_ now: Int64, _ time: Int64) {
        output.state.withLock { state in
            guard let renderer = state.renderer, state.isSounding else { return }
            renderer.consumer.stand(time: cycle(now, time))
            state.tellEvents(of: renderer)
        }
    }

    /// When a frame is heard that the server takes at `time`, both on CLOCK_MONOTONIC in nanoseconds.
    private func cycle(_ now: Int64, _ time: Int64) -> CycleTime {
        CycleTime(now: now, delay: time - now + Int64(output.configuration.bufferSeconds * 1e9))
    }

    /// Writes the `count` frames that were made, and waits for room if the server takes them only later. Returns whether it had
    /// to.
    private func write(_ count: Int, to connection: borrowing FeedConnection) throws(FeedError) -> Bool {
        let size = count * output.configuration.format.frameBytes
        var (done, waited) = (0, false)
        let began = MonotonicClock.nanoseconds
        let stall = began + output.configuration.stallTimeout
        var deadline = min(stall, began + output.configuration.blockedTimeout)
        while true {
            done += try unsafe connection.write(sound.bytes(of: count, from: done))
            if done == size { return waited }
            waited = true
            switch connection.wait(until: deadline, orFor: wake, toWrite: true) {
            case .timeout:
                guard deadline == stall else { throw Self.blocked }
                output.stalled(Self.blocked)
                deadline = max(stall + 1, began + output.configuration.blockedTimeout)
            case .ended: throw FeedError("the server has ended the connection")
            case .signal:
                wake.drain()
                // Nobody waits for a server that hangs.
                if output.state.withLock({ $0.renderer == nil }) { throw FeedError("the output is closed") }
            case .writable: break
            }
        }
    }
}
