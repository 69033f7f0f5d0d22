import AudioTypes
import Decoding
import PlayerModel
import RealtimeAudio
import SystemSupport

/// The stream of one announcement, from its first frame to its last. Confined to the control thread.
final class AnnouncementVoice: OutputChainOwner {
    /// What happens to the voice.
    enum Report {
        /// The first frame is heard.
        case began
        /// The last frame is heard, or the fade is over.
        case ended
    }

    /// The seconds of audio that an announcement has decoded ahead.
    private static let bufferSeconds = 2.0

    private let chain: OutputChain
    private let announcement: Announcement
    private let report: (Report) -> Void
    /// Whether a fade was ordered. The callback also reports a pause for the silence before the beginning.
    private var fades = false
    /// Called once the stream is gone.
    private var whenGone: (() -> Void)?

    /// Makes a voice without sound. `report` is called on the control thread.
    init(
        _ announcement: Announcement, output: any AudioOutput, scheduler: any ControlScheduler,
        report: @escaping (Report) -> Void
    ) {
        self.announcement = announcement
        self.report = report
        chain = OutputChain(output, scheduler: scheduler)
        chain.report(to: self)
    }

    /// Begins to decode the announcement in the format of its media. ``resume()`` lets it be heard.
    /// - Throws: if no descriptor is left for its ring.
    func begin(_ order: AnnouncementOrder, fadeSeconds: Double, worker: DecodeWorker) throws(DescriptorError) {
        chain.apply(Volume(level: announcement.volume))
        chain.setTitle(announcement.title)
        let configuration = PlaybackConfiguration(bufferSeconds: Self.bufferSeconds, fadeSeconds: fadeSeconds)
        try chain.begin(
            order.format, generation: 1, isMuted: false, configuration: configuration, wakes: worker.descriptor
        ) { producer in
            worker.begin(
                DecodeOrder(
                    source: order.token, segment: order.token, generation: 1, startFrame: .zero, rampsIn: false,
                    producer: producer))
        }
        chain.hold()
    }

    /// How many frames the ring holds when it is full.
    var capacity: Int { chain.producer?.capacity ?? 0 }

    /// Lets the announcement be heard.
    func resume() { chain.resume() }

    /// Fades out; the end is reported after the fade.
    func fadeOut() {
        fades = true
        chain.fadeOut()
    }

    /// Ends the stream and calls `then`, once the graph has begun another cycle: nothing of the last one is cut off.
    func leave(_ then: @escaping () -> Void) {
        whenGone = then
        chain.fadeOut()
    }

    /// Ends the stream at once. No callback runs after this returns.
    func end() {
        whenGone = nil
        chain.shutDown()
    }

    /// Takes in an event of the output.
    func take(_ event: OutputEvent) { chain.take(event) }

    /// Takes in an event of the callback.
    func take(_ event: RenderEvent) { chain.take(event) }

    // MARK: What the chain reports

    func handle(_ event: RenderEvent) {
        switch event.kind {
        case .began: report(.began)
        case .ended: if whenGone == nil { report(.ended) }
        case .paused:
            guard let then = whenGone else {
                if fades { report(.ended) }
                return
            }
            end()
            then()
        case .dropped, .starved: break
        }
    }

    func audibilityChanged() {}
    func positionMoves() -> Bool { false }
    func soundReturned() {}
}

/// An announcement whose media are open.
struct AnnouncementOrder {
    /// The number of the source, and of the segment that is made of it.
    let token: SourceToken
    /// The format of the media.
    let format: StreamFormat
    /// Whether the media may come slowly, so that some of them must be there before the beginning is heard.
    let isRemote: Bool
}
