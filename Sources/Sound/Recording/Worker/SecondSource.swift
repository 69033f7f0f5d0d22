import AudioTypes
import RealtimeAudio
import SystemSupport

/// The sound of the second source of a meeting, frame by frame beside that of the first. Confined to the recording's thread.
///
/// Both streams are run by one clock of the graph, and each cycle says when its first frame was sound. So the two are joined once, to the
/// frame, and then go on in step; only where they have gone apart by more than ``tolerance``, as behind a gap, they are joined anew.
@safe final class SecondSource {
    /// How far the two may be apart before they are joined anew, in nanoseconds.
    private static let tolerance: Int64 = 3_000_000
    /// How long the first source waits for the second, in nanoseconds. What has not come by then is silence.
    static let patience: Int64 = 250_000_000
    /// How many frames can be asked for at once.
    static let capacity = CapturedPlanes.silentCount

    private let consumer: CaptureConsumer
    private let rate: Double
    /// When the next frame was sound, in nanoseconds; `nil` before the first one.
    private var nextTime: Double?
    private var isJoined = false
    private let room: UnsafeMutablePointer<Float>

    /// Reads from `buffer`, which has one channel and times its cycles.
    init(_ buffer: CaptureBuffer) {
        consumer = buffer.consumer
        rate = Double(buffer.format.sampleRate.hertz)
        unsafe room = .allocate(capacity: Self.capacity)
        unsafe room.initialize(repeating: 0, count: Self.capacity)
    }

    deinit { unsafe room.deallocate() }

    /// The frames that ``fill(_:from:isLate:)`` has made.
    var samples: UnsafeMutablePointer<Float> { unsafe room }

    /// Returns whether the thread may sleep until frames come.
    func maySleep() -> Bool { consumer.maySleep(untilWaiting: 1) }

    /// Makes the frames that were sound from `time` on (CLOCK_MONOTONIC, nanoseconds).
    /// - Parameters:
    ///   - count: how many, at most ``capacity``.
    ///   - isLate: whether what has not come by now is silence.
    /// - Returns: how many frames are there; fewer if the rest may still come.
    func fill(_ count: Int, from time: Int64, isLate: Bool) -> Int {
        var done = 0
        while done < count {
            switch consumer.next(atMost: count - done) {
            case .nothing:
                guard isLate else { return done }
                silence(from: done, count: count - done)
                isJoined = false
                return count
            case .marker(let marker):
                nextTime = Double(marker.capturedAt)
                if marker.missingFrames > 0 { isJoined = false }
            case .frames(let available): done += take(available, at: done, of: count, from: time)
            }
        }
        return done
    }

    /// Throws away what was sound before `time` (CLOCK_MONOTONIC, nanoseconds).
    func discard(before time: Int64) {
        while true {
            switch consumer.next(atMost: Int.max) {
            case .nothing: return
            case .marker(let marker): nextTime = Double(marker.capturedAt)
            case .frames(let available):
                let next = nextTime ?? 0
                let old = min(Double(available), ((Double(time) - next) / 1e9 * rate).rounded(.down))
                guard old >= 1 else { return }
                release(Int(old), next)
                if Int(old) < available { return }
            }
        }
    }

    /// Takes in some of `available` frames, or silence where they come later. Returns how many frames that has made.
    private func take(_ available: Int, at done: Int, of count: Int, from time: Int64) -> Int {
        // Without a marker the first frame counts as the one that is wanted.
        let wanted = Double(time) + Double(done) / rate * 1e9
        let next = nextTime ?? wanted
        let apart = ((next - wanted) / 1e9 * rate).rounded()
        if isJoined, abs(next - wanted) <= Double(Self.tolerance) || abs(apart) < 1 {
            return copy(available, to: done, next)
        }
        isJoined = false
        if apart > 0 {
            let silent = Int(min(apart, Double(count - done)))
            silence(from: done, count: silent)
            return silent
        }
        if apart < 0 {
            let old = Int(min(-apart, Double(available)))
            release(old, next)
            return 0
        }
        isJoined = true
        return copy(available, to: done, next)
    }

    private func copy(_ count: Int, to place: Int, _ next: Double) -> Int {
        unsafe (room + place).update(from: consumer.samples(ofChannel: 0), count: count)
        release(count, next)
        return count
    }

    private func release(_ count: Int, _ next: Double) {
        consumer.release(count)
        nextTime = next + Double(count) / rate * 1e9
    }

    private func silence(from place: Int, count: Int) {
        unsafe (room + place).update(repeating: 0, count: count)
    }
}
