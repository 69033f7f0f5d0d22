import AudioSession
import AudioTypes

/// A session with a player that does what it is told, on a graph that the test draws.
struct SessionModelStage {
    var session: Session
    var graph = GraphSnapshot()
    /// Milliseconds since the start.
    var time: Int64 = 1_000
    var activity = PlayerActivity.stopped(endOfQueue: false)
    var events: [SessionEvent] = []
    var actions: [SessionAction] = []
    /// What happened while the session was being told something else, as in the daemon.
    private var waiting: [SessionInput] = []
    private var nextSerial: UInt64 = 100

    init(policy: SessionPolicy = SessionPolicy()) {
        session = Session(policy: policy)
        graph.hasSessionManager = true
    }

    /// A speaker and, on request, headphones, with our stream playing on the better one.
    static func playing(on uid: String = "speaker", policy: SessionPolicy = SessionPolicy()) -> SessionModelStage {
        var stage = SessionModelStage(policy: policy)
        stage.add("speaker", .builtInSpeaker)
        if uid != "speaker" { stage.add(uid, .headphones) }
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: uid)
        stage.show()
        stage.play()
        stage.forget()
        return stage
    }

    // MARK: The graph

    mutating func add(_ uid: String, _ type: OutputType, device: GraphDevice? = nil) {
        nextSerial += 1
        graph.sinks.append(
            GraphSink(uid: uid, serial: nextSerial, name: uid, type: type, channelCount: 2, device: device))
        if let device, !graph.devices.contains(where: { $0.name == device.name }) { graph.devices.append(device) }
    }

    mutating func remove(_ uid: String) {
        graph.sinks.removeAll { $0.uid == uid }
        graph.stream?.reaches.removeAll { $0 == uid }
        if graph.defaultSink == uid { graph.defaultSink = nil }
    }

    mutating func addSource(_ uid: String, _ type: InputType) {
        nextSerial += 1
        graph.sources.append(
            GraphSource(InputDevice(uid: uid, name: uid, type: type, channelCount: 2), serial: nextSerial))
    }

    mutating func removeSource(_ uid: String) { graph.sources.removeAll { $0.device.uid == uid } }

    mutating func link(to uid: String?) {
        graph.defaultSink = uid
        graph.stream?.reaches = uid.map { [$0] } ?? []
    }

    mutating func startStream(_ serial: UInt64, role: String) {
        graph.others.append(OtherStream(serial: serial, name: "Caller \(serial)", role: role, isRunning: true))
    }

    mutating func stopStream(_ serial: UInt64) { graph.others.removeAll { $0.serial == serial } }

    /// Hands the graph over as it is drawn now.
    mutating func show() { send(.graphChanged(graph)) }

    // MARK: What happens

    mutating func send(_ input: SessionInput) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            carryOut(session.handle(next, at: time * 1_000_000))
            waiting.removeFirst()
        }
    }

    /// A person presses play.
    mutating func play() {
        guard (try? session.checkPlay()) != nil else { return }
        activity = .playing(byUser: true)
        send(.playerChanged(activity))
    }

    /// A person presses pause.
    mutating func pause() {
        send(.userTookOver)
        if case .playing = activity {
            activity = .paused(byUser: true)
            send(.playerChanged(activity))
        }
    }

    mutating func stop(endOfQueue: Bool = false) {
        if !endOfQueue { send(.userTookOver) }
        activity = .stopped(endOfQueue: endOfQueue)
        send(.playerChanged(activity))
    }

    /// Lets time pass, with every deadline on the way.
    mutating func wait(milliseconds: Int64) {
        let end = time + milliseconds
        while let due = session.deadline, due <= end * 1_000_000 {
            time = max(time, (due + 999_999) / 1_000_000)
            send(.deadline)
        }
        time = end
    }

    /// Does what the session decided, as the daemon would.
    mutating func carryOut(_ decided: [SessionAction]) {
        actions += decided
        for action in decided {
            switch action {
            case .pausePlayer:
                if case .playing = activity {
                    activity = .paused(byUser: false)
                    send(.playerChanged(activity))
                }
            case .resumePlayer:
                if activity == .paused(byUser: false) {
                    activity = .playing(byUser: false)
                    send(.playerChanged(activity))
                }
            case .emit(let event): events.append(event)
            default: break
            }
        }
    }

    mutating func forget() {
        events = []
        actions = []
    }

    // MARK: What is seen

    var isPlaying: Bool {
        if case .playing = activity { return true }
        return false
    }

    var expectsResume: Bool { session.expectsResume(at: time * 1_000_000) }

    var routeChanges: [RouteTracker.Change] {
        events.compactMap { if case .routeChanged(let change) = $0 { change } else { nil } }
    }

    var began: [Interruption] {
        events.compactMap { if case .interruptionBegan(let interruption) = $0 { interruption } else { nil } }
    }

    var ended: [(id: Int64, shouldResume: Bool, resumed: Bool)] {
        events.compactMap {
            if case .interruptionEnded(let id, let shouldResume, let resumed) = $0 { (id, shouldResume, resumed) } else { nil }
        }
    }
}
