import AudioTypes
import NIOCore
import Playback
import RealtimeAudio
import Rooms
import Synchronization

/// Lets announcements be heard in rooms: has the rooms lent when one begins, sends it to the server's stream of announcements, and has
/// the rooms given back at its end. One announcement at a time is heard.
///
/// The control thread calls the methods. Events come from the thread of the feed; no lock of the speaker is held while a method of the
/// feed runs, because the feed reports with a lock of its own.
final class RoomSpeaker: RoomAnnouncementOutputs {
    private let feed: any FurtherOutput
    private let rooms: NIOLoopBound<RoomControl>
    private let eventLoop: any EventLoop
    /// The stream that the rooms are lent to.
    private let current = Mutex<RoomStream?>(nil)
    /// Gives the rooms back once all is heard of an announcement that has come to its end.
    private let giving = Mutex<Scheduled<Void>?>(nil)

    /// Makes a speaker that sends to `feed`, which nobody else uses, and has `rooms` lend rooms.
    init(_ feed: any FurtherOutput, rooms: RoomControl, eventLoop: any EventLoop) {
        self.feed = feed
        self.rooms = NIOLoopBound(rooms, eventLoop: eventLoop)
        self.eventLoop = eventLoop
        feed.start(
            events: { [weak self] event in self?.current.withLock { $0 }?.events(event) },
            renderEvents: { [weak self] event in self?.current.withLock { $0 }?.take(event) })
    }

    func openAnnouncement(
        inRooms rooms: [String], events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput {
        RoomStream(self, rooms: rooms, events: events, renderEvents: renderEvents)
    }

    /// Notes on which host the server was found; `nil` if nobody knows.
    func serverFound(on host: String?) { feed.serverFound(on: host) }

    /// Takes over what the sound for the rooms goes through, and how loud it may be.
    func apply(_ orders: OutputOrders) { feed.apply(orders) }

    /// Ends the feed. The rooms come back with the streams that they are lent to.
    func shutDown() {
        if takeGiving() { rooms.value.giveBack() }
        feed.shutDown()
    }

    fileprivate func isCurrent(_ stream: RoomStream) -> Bool { current.withLock { $0 === stream } }

    /// Has the rooms lent to `stream`, in the place of the stream before, and then plays its renderer.
    fileprivate func begin(_ stream: RoomStream) {
        let old = current.withLock { current in
            defer { current = stream }
            return current
        }
        let isLingering = takeGiving()
        if isLingering || old != nil { feed.close() }
        old?.events(.streamChanged(.closed))
        rooms.value.lend(stream.rooms) { [weak self] result in
            guard let self, isCurrent(stream) else { return }
            switch result {
            case .success: stream.play(on: feed)
            case .failure(let error): stream.events(.outputLost(message: error.description))
            }
        }
    }

    fileprivate func setActive(_ isActive: Bool, for stream: RoomStream) { if isCurrent(stream) { feed.setActive(isActive) } }

    /// - Parameter isHeardOut: whether the last frame was heard, behind which the filters hold something.
    fileprivate func end(_ stream: RoomStream, isHeardOut: Bool) {
        guard isCurrent(stream) else { return }
        current.withLock { $0 = nil }
        let held = isHeardOut ? feed.heldSeconds : 0
        guard held > 0 else { return giveBack() }
        let task = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(held * 1e9))) { [weak self] in
            if self?.takeGiving() == true { self?.giveBack() }
        }
        giving.withLock { $0 = task }
    }

    private func giveBack() {
        feed.close()
        rooms.value.giveBack()
    }

    /// Ends the wait for what is still heard. Returns whether there was one.
    private func takeGiving() -> Bool {
        let task = giving.withLock { giving in
            defer { giving = nil }
            return giving
        }
        task?.cancel()
        return task != nil
    }
}

/// The stream of one announcement that is heard in rooms. It begins once it is active for the first time.
private final class RoomStream: AudioOutput {
    private struct State {
        var renderer: Renderer?
        var isActive = false
        var hasBegun = false
        /// Whether the feed plays the renderer.
        var isPlaying = false
        /// Whether the last frame was heard.
        var hasEnded = false
        var level = 1.0
        var isMuted = false
    }

    let rooms: [String]
    let events: @Sendable (OutputEvent) -> Void
    private let renderEvents: @Sendable (RenderEvent) -> Void
    private let speaker: RoomSpeaker
    private let state = Mutex(State())

    init(
        _ speaker: RoomSpeaker, rooms: [String], events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) {
        self.speaker = speaker
        self.rooms = rooms
        self.events = events
        self.renderEvents = renderEvents
    }

    /// Plays on `feed` from now on: the rooms are there.
    func play(on feed: any FurtherOutput) {
        let wanted = state.withLock { state in
            state.isPlaying = true
            return (renderer: state.renderer, isActive: state.isActive, level: state.level, isMuted: state.isMuted)
        }
        guard let renderer = wanted.renderer else { return }
        feed.setVolume(wanted.level)
        feed.setMuted(wanted.isMuted)
        feed.open(renderer)
        feed.setActive(wanted.isActive)
    }

    /// Takes in an event of the callback.
    func take(_ event: RenderEvent) {
        if case .ended = event.kind { state.withLock { $0.hasEnded = true } }
        renderEvents(event)
    }

    func open(_ renderer: Renderer) { state.withLock { $0.renderer = renderer } }

    func setActive(_ isActive: Bool) {
        let (begins, isPlaying) = state.withLock { state in
            state.isActive = isActive
            let begins = isActive && !state.hasBegun
            state.hasBegun = state.hasBegun || isActive
            return (begins, state.isPlaying)
        }
        if begins { speaker.begin(self) } else if isPlaying { speaker.setActive(isActive, for: self) }
    }

    /// Sets the volume. Before the stream begins: the feed has one volume for all.
    func setVolume(_ level: Double) { state.withLock { $0.level = level } }

    func setMuted(_ isMuted: Bool) { state.withLock { $0.isMuted = isMuted } }

    /// Nothing shows a title: the server has none for its sources.
    func setTitle(_ title: String?) {}

    func shutDown() {
        let isHeardOut = state.withLock { state in
            state.renderer = nil
            return state.hasEnded
        }
        speaker.end(self, isHeardOut: isHeardOut)
    }
}
