import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

/// A player with everything around it played by the test: opener, worker, callback and output. Keeps what the player asked
/// for, and complains where it breaks a promise to them.
struct PlayerStage {
    /// What became of an opening.
    private enum Opening {
        case pending(uri: String, isCancelled: Bool)
        case open
        case over
    }

    var player: Player
    /// What the player asked for since ``forget()``.
    private(set) var actions: [PlayerAction] = []
    private(set) var answers: [RequestIdentifier: PlayerAnswer] = [:]
    private var openings: [SourceToken: Opening] = [:]
    private var unanswered: Set<RequestIdentifier> = []
    private var lastRequest: RequestIdentifier = 0
    /// Whether the player broke a promise; each is an issue of the test.
    private(set) var isBroken = false

    init(_ uris: [String] = [], _ modes: QueueModes = QueueModes(), limit: Int = 100_000, seed: UInt64 = 0x5EED) {
        var queue = PlayQueue(limit: limit, seed: seed)
        queue.setModes(modes)
        let items = uris.enumerated().map { QueueItem(id: Int64($0.offset + 1), uri: $0.element) }
        queue.restore(items: items, currentID: nil, modes: modes, nextID: 0)
        player = Player(queue: queue)
        player.now = 1_000_000_000_000
    }

    mutating func forget() { actions = [] }

    // MARK: Around the player

    /// Sends a command; its answer may come later.
    @discardableResult
    mutating func send(_ command: PlayerCommand, by person: PlaybackReason = .user) -> RequestIdentifier {
        lastRequest += 1
        unanswered.insert(lastRequest)
        carryOut(player.handle(command, request: lastRequest, by: person))
        return lastRequest
    }

    /// Sends a command and answers what it was answered at once.
    mutating func ask(_ command: PlayerCommand) -> PlayerAnswer? {
        let request = send(command)
        return answers[request]
    }

    mutating func tell(_ event: WorkerEvent) { carryOut(player.handle(event)) }
    mutating func tell(_ event: RenderEvent) { carryOut(player.handle(event)) }
    mutating func tell(_ event: OutputEvent) { carryOut(player.handle(event)) }

    /// Calls the player and carries out what that decided.
    mutating func act(_ call: (inout Player) -> [PlayerAction]) { carryOut(call(&player)) }

    /// What is being opened and was not given up, oldest first.
    var pending: [SourceToken] {
        openings.compactMap { token, opening in
            if case .pending(_, false) = opening { token } else { nil }
        }.sorted()
    }

    /// What is being opened though it was given up, oldest first.
    var givenUp: [SourceToken] {
        openings.compactMap { token, opening in
            if case .pending(_, true) = opening { token } else { nil }
        }.sorted()
    }

    var pendingURIs: [String] {
        pending.compactMap { token in
            if case .pending(let uri, _) = openings[token] { uri } else { nil }
        }
    }

    /// The opener is done with `token`, or with the newest.
    mutating func opens(_ token: SourceToken? = nil, _ description: SourceDescription = .song()) {
        guard let token = token ?? pending.last else { return complain("nothing is being opened") }
        var description = description
        if description.speeds.owners.isEmpty, case .pending(let uri, _)? = openings[token] {
            description.speeds = KeptSpeeds(of: uri, album: description.tags["album"])
        }
        openings[token] = .open
        tell(.opened(token, description))
    }

    /// The newest that is being opened is a list of these.
    mutating func lists(_ uris: [String], skipped: [SkippedEntry] = []) {
        guard let token = pending.last else { return complain("nothing is being read") }
        openings[token] = .over
        let list = MediaList(items: uris.map { QueueItem(id: 0, uri: $0) }, skipped: skipped)
        act { $0.listed(token, list) }
    }

    /// The opener fails with `token`, or with the newest.
    mutating func failsToOpen(_ token: SourceToken? = nil, _ error: PlaybackError = .missing) {
        guard let token = token ?? pending.last else { return complain("nothing is being opened") }
        openings[token] = .over
        tell(.failedToOpen(token, error))
    }

    /// The last frame of the newest run of audio is in the ring.
    mutating func decodes(frames: Int64 = 441_000) {
        tell(.decoded(segment: player.numbers.segment, frames: frames))
    }

    /// The callback reports about a run of audio, the current one where none is named.
    mutating func hears(_ kind: RenderEvent.Kind, _ segment: UInt64? = nil, at frame: Int64 = 0) {
        let segment = segment ?? player.current?.segment ?? 0
        if kind == .began {
            player.anchor = RenderAnchor(
                now: player.now, delay: 0, mediaFrame: frame, segment: segment, isMoving: true)
        }
        tell(
            RenderEvent(
                kind: kind, segment: segment, mediaFrame: frame, heardAt: player.now, generation: player.numbers.generation))
    }

    /// Time goes on while a frame of the current item is heard.
    mutating func goesOn(to seconds: Double) {
        player.now += 1_000_000_000
        player.anchor = RenderAnchor(
            now: player.now, delay: 0, mediaFrame: Int64(seconds * 44_100), segment: player.current?.segment ?? 0,
            isMoving: player.state == .playing)
    }

    /// Starts the queue, up to its first frame.
    mutating func starts(_ description: SourceDescription = .song()) {
        send(.play)
        opens(nil, description)
        hears(.began)
        forget()
    }

    /// Pauses, up to the end of the fade.
    mutating func pauses(at seconds: Double = 0) {
        send(.pause)
        hears(.paused, at: Int64(seconds * 44_100))
    }

    /// What follows is decoded behind the current item.
    mutating func preparesNext() {
        decodes()
        opens()
    }

    // MARK: What came out

    var events: [PlayerEvent] {
        actions.compactMap { if case .emit(let event) = $0 { event } else { nil } }
    }

    var begun: [SegmentStart] {
        actions.compactMap { if case .begin(let start) = $0 { start } else { nil } }
    }

    var appended: [SegmentStart] {
        actions.compactMap { if case .append(let start) = $0 { start } else { nil } }
    }

    /// The URIs announced as heard; an empty one for none.
    var announced: [String] {
        events.compactMap { if case .itemChanged(let item, _) = $0 { item?.uri ?? "" } else { nil } }
    }

    /// The URIs reported as not playable.
    var failures: [String] {
        events.compactMap { if case .itemFailed(let item, _) = $0 { item.uri } else { nil } }
    }

    var states: [PlaybackState] {
        events.compactMap { if case .stateChanged(let state, _, _) = $0 { state } else { nil } }
    }

    var seconds: Double? { player.position?.seconds }

    // MARK: Promises

    private mutating func complain(_ sentence: String) {
        isBroken = true
        Issue.record("\(sentence)")
    }

    private mutating func carryOut(_ new: [PlayerAction]) {
        actions += new
        for action in new { check(action) }
    }

    private mutating func check(_ action: PlayerAction) {
        switch action {
        case .open(let token, let uri, _, _), .openLater(let token, let uri, _, _, _), .read(let token, let uri):
            if openings[token] != nil { complain("token \(token) is used twice") }
            openings[token] = .pending(uri: uri, isCancelled: false)
        case .cancelOpening(let token):
            guard case .pending(let uri, false) = openings[token] else {
                return complain("token \(token) is given up though it is not being opened")
            }
            openings[token] = .pending(uri: uri, isCancelled: true)
        case .close(let token):
            guard case .open = openings[token] else { return complain("token \(token) is closed though it is not open") }
            openings[token] = .over
        case .begin(let start), .append(let start):
            guard case .open = openings[start.token] else {
                return complain("token \(start.token) is to be played though it is not open")
            }
            if start.generation != player.numbers.generation { complain("a run of audio of an old generation is started") }
            if start.frame < .zero { complain("a run of audio starts before its item") }
        case .answer(let request, let answer):
            if unanswered.remove(request) == nil { complain("request \(request) is answered twice") }
            answers[request] = answer
        default: break
        }
    }

    /// Complains about what is left over: sources nobody uses, openings nobody waits for, requests nobody answers.
    mutating func checkLeftovers() {
        let tracks = ([player.current].compactMap { $0 } + player.tracks.ahead).map(\.token)
        let used = Set(tracks + [player.next.waiting?.token].compactMap { $0 })
        let open = Set(openings.compactMap { if case .open = $0.value { $0.key } else { nil } })
        if open != used { complain("open are \(open.sorted()), used are \(used.sorted())") }
        let awaited = Set([player.opening?.token, player.next.opening?.token].compactMap { $0 })
        if Set(pending) != awaited { complain("opening are \(pending), awaited are \(awaited.sorted())") }
        if unanswered != Set(player.opening?.requests ?? []) { complain("requests \(unanswered.sorted()) wait for nothing") }
        if let position = player.position {
            if position.seconds < 0 { complain("the position is \(position.seconds)") }
            if position.seconds > player.duration ?? .infinity { complain("the position is past the end") }
        }
    }
}

extension SourceDescription {
    /// A stereo file of the compact disc's rate, with a picture in it: nobody has to look for one.
    static func song(
        _ seconds: Double? = 10, isEstimate: Bool = false, isSeekable: Bool = true, rate: SampleRate = .cd,
        tags: [String: String] = [:]
    ) -> SourceDescription {
        SourceDescription(
            format: StreamFormat(sampleRate: rate, channelLayout: .stereo), codec: "flac", bitsPerSample: 16,
            duration: seconds, durationIsEstimate: isEstimate, isSeekable: isSeekable, tags: tags, hasPicture: true)
    }
}

extension PlaybackError {
    static let missing = PlaybackError(.media(.notFound), "no such file")
}

extension PlayerAnswer {
    /// The error's code, where it is one.
    var code: PlaybackError.Code? { if case .failed(let error) = self { error.code } else { nil } }
}
