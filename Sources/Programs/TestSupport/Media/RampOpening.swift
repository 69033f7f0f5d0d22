package import Decoding
package import Media
import MediaTypes
package import PlayerModel
import Synchronization

/// The media opening for ramps, by name. A name that it does not know is missing; one that `hangs` waits until it is cancelled.
package final class RampOpening: MediaOpening {
    private let ramps: [String: RampSource.Behaviour]
    private let hangs: Set<String>
    private let alive = Mutex(0)
    private let waiting = Mutex(0)
    private let seeks = Mutex(0)

    package init(_ ramps: [String: RampSource.Behaviour], hangs: Set<String> = []) {
        self.ramps = ramps
        self.hangs = hangs
    }

    /// How many times an opening has hung so far.
    package var hangCount: Int { waiting.withLock { $0 } }

    /// How many seeks to a place other than the start the sources have begun.
    package var seekCount: Int { seeks.withLock { $0 } }

    /// How many sources exist.
    package var openCount: Int { alive.withLock { $0 } }

    package func isRemote(_ uri: String) -> Bool { uri.hasPrefix("http:") }

    package func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        if hangs.contains(uri) {
            let gate = Gate()
            cancellation.register { gate.open() }
            waiting.withLock { $0 += 1 }
            gate.wait()
            throw PlaybackError(.superseded, "cancelled", uri: uri)
        }
        guard let behaviour = ramps[uri] else {
            throw PlaybackError(.media(.notFound), "no such ramp", uri: uri)
        }
        alive.withLock { $0 += 1 }
        return RampSource(
            behaviour, onSeek: { [self] in seeks.withLock { $0 += 1 } }, onEnd: { [self] in alive.withLock { $0 -= 1 } })
    }
}
