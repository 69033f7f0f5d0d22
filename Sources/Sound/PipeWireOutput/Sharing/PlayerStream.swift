import AudioTypes
import Logging
import RealtimeAudio

/// One of the ``PlayerStreams``: a stream with the sink that it was sent to and its place in the shared sound. Under the loop's lock.
final class PlayerStream {
    let stream: PlaybackStream
    /// Gets the events of this stream.
    let outbox: EventOutbox
    /// `node.name` of the sink that it was sent to; `nil` for the default one.
    private(set) var uid: String?
    /// The place in the shared sound; `nil` while it has the renderer for itself.
    private(set) var reader: SoundReader?
    /// By how much it plays later than by itself, in seconds.
    private(set) var delay = 0.0
    /// Whether it has something to play.
    private(set) var isOpen = false

    init(
        _ connection: Connection, configuration: OutputConfiguration, outbox: EventOutbox, logger: Logger,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) {
        self.outbox = EventOutbox(to: outbox)
        uid = configuration.target
        stream = try PlaybackStream(
            connection, configuration: configuration, outbox: self.outbox, logger: logger, renderEvents: renderEvents)
    }

    /// Sends it to the sink `uid`.
    func send(to uid: String?) {
        self.uid = uid
        stream.routing.choose(uid)
    }

    func open(_ renderer: Renderer) {
        isOpen = true
        stream.open(renderer)
    }

    func close() {
        isOpen = false
        stream.close()
    }

    // MARK: The shared sound

    /// Has it play its part of `sound`, beside others.
    func join(_ sound: SharedSound, isPrimary: Bool) {
        let reader = reader ?? SoundReader(sound)
        self.reader = reader
        reader.setPrimary(isPrimary)
        stream.share(reader, hasCompanions: true)
    }

    /// Notes that no other stream plays the sound any more: it may have the renderer for itself as soon as it has played all that was
    /// rendered for the others.
    func stayAlone() {
        guard let reader else { return }
        reader.setMayLeave(true)
        stream.share(reader, hasCompanions: false)
    }

    /// Takes ``stayAlone()`` back. Returns whether it still plays its part of the sound.
    func comeBack() -> Bool {
        guard let reader else { return false }
        reader.setMayLeave(false)
        stream.finishCycle()
        return !reader.hasLeft
    }

    /// Gives it the renderer for itself at once.
    func leave(hasCompanions: Bool) {
        reader = nil
        delay = 0
        stream.share(nil, hasCompanions: hasCompanions)
    }

    /// Sets by how much it plays later than by itself, in seconds.
    func setDelay(_ seconds: Double) {
        delay = seconds
        reader?.setDelay(seconds)
    }
}

/// What the owner wants of all streams of the player, for one that is made later.
struct StreamSettings {
    var title: String?
    /// The volume; `nil` as long as neither the owner nor a mixer has set one.
    var level: Double?
    var isMuted: Bool?
    var orders: OutputOrders

    func apply(to stream: PlaybackStream) {
        stream.setTitle(title)
        applyVolume(to: stream)
        stream.apply(orders)
    }

    func applyVolume(to stream: PlaybackStream) {
        if let level { stream.setVolume(level) }
        if let isMuted { stream.setMuted(isMuted) }
    }
}
