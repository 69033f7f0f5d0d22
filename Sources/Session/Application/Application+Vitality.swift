import AudioSession
import Decoding
import Media
package import NIOCore
import Playback
import PlayerModel
package import RealtimeAudio
import SystemSupport

/// Signs that the threads behind the sound work, at one moment. A value; two of them are compared.
package struct SignsOfLife: Hashable, Sendable {
    /// What the callbacks have counted.
    let statistics: RenderStatistics
    /// How many reads of files have begun.
    let reads: UInt64
    /// Whether something is waited for that may take long: a stream, or a disk.
    let waits: Bool

    package init(statistics: RenderStatistics, reads: UInt64, waits: Bool) {
        self.statistics = statistics
        self.reads = reads
        self.waits = waits
    }

    /// Whether the sound has moved on since `earlier`, or something is waited for, or was read.
    package func showsProgress(since earlier: SignsOfLife) -> Bool {
        if waits || reads != earlier.reads { return true }
        return statistics.callbacks != earlier.statistics.callbacks
            && statistics.underrunFrames == earlier.statistics.underrunFrames
    }
}

// Whether the daemon works, for those who watch over it.
extension Application {
    /// The signs of life at this moment.
    package var signsOfLife: SignsOfLife {
        let now = snapshot
        return SignsOfLife(
            statistics: now.statistics, reads: MediaReads.count,
            waits: now.player.state == .buffering || MediaReads.isUnderWay)
    }

    /// Calls `answer` on the control thread once the decode thread has answered.
    package func askDecoder(_ answer: @escaping () -> Void) {
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(answer, eventLoop: eventLoop))
        engine.assumeIsolated { engine in engine.askDecoder { eventLoop.execute { bound.value() } } }
    }

    /// Whether nobody would miss the player: it does not play, does not expect to resume, no client sends media, and no announcement,
    /// no recording, no job and no scan of the library is left, and no alarm is to ring.
    package var isAtRest: Bool {
        let now = snapshot
        guard [.paused, .stopped].contains(now.player.state) else { return false }
        return !now.resumeExpected && streams.isEmpty && announcements.isEmpty && recordings.isEmpty
            && jobs.isAtRest && library.isAtRest && alarms.isAtRest
    }

    /// In how long a promise to resume ends, of which no event tells; `nil` if there is none that ends by itself.
    package var promiseLeft: TimeAmount? {
        guard let end = driver.session.promiseEnd else { return nil }
        let left = end - MonotonicClock.nanoseconds
        return left >= 0 ? .nanoseconds(left + 1_000_000) : nil
    }
}
