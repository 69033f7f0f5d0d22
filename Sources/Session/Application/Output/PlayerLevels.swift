import AudioTypes
import NIOCore
import Playback
import RealtimeAudio
import Recording

/// The levels of what the player plays, as long as somebody wants them. Confined to the control thread.
final class PlayerLevels {
    private let engine: Engine
    private let eventLoop: any EventLoop
    private var watch: LevelWatch?
    private var wants = (levels: false, spectrum: false)
    /// Takes each report.
    var publish: (LevelWatch.Report) -> Void = { _ in }
    /// Takes the sentence why nothing can be measured.
    var failed: (String) -> Void = { _ in }

    init(_ engine: Engine, _ eventLoop: any EventLoop) {
        self.engine = engine
        self.eventLoop = eventLoop
    }

    /// Sets what is wanted. Nothing of it runs where nothing is.
    func follow(levels: Bool, spectrum: Bool) {
        let had = wants
        wants = (levels || spectrum, spectrum)
        if !wants.levels {
            end()
        } else if !had.levels {
            begin(engine.assumeIsolated { $0.playedFormat })
        } else if had.spectrum != spectrum {
            watch?.wantSpectrum(spectrum)
        }
    }

    /// The player plays in another format from now on.
    func changedFormat(_ format: StreamFormat) {
        guard wants.levels, watch?.buffer.format != format || watch == nil else { return tap() }
        begin(format)
    }

    private func begin(_ format: StreamFormat?) {
        end()
        guard let format else { return }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        do {
            watch = try LevelWatch(format, wantsSpectrum: wants.spectrum) { report in
                eventLoop.execute { bound.value.tell(report) }
            }
        } catch {
            return failed("\(error)")
        }
        tap()
    }

    private func tell(_ report: LevelWatch.Report) {
        // One of a watch that has ended may come late.
        if wants.levels { publish(report) }
    }

    private func tap() {
        guard let watch else { return }
        engine.assumeIsolated { engine in
            engine.removeTap(watch.buffer)
            engine.tap(into: watch.buffer)
        }
    }

    private func end() {
        if let watch { engine.assumeIsolated { $0.removeTap(watch.buffer) } }
        watch = nil
    }
}
