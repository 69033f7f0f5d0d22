import AudioSession
import AudioTypes

/// What the application is told of the outputs: the sound server's, and one beside it that may be chosen in its place. A value: what
/// happens goes in, and what is to be told comes out.
///
/// While the further output is chosen, the player does not need the sound server: its loss is not told as an event. The graph then has
/// that output alone, and says that there is no server, for announcements and recordings.
struct OutputPresence: Hashable {
    /// The number of the further output in the graph. No server counts as far.
    private static let serial = UInt64.max

    /// What to tell, in this order.
    struct News: Hashable {
        var events: [OutputEvent] = []
        var graph: GraphSnapshot?
    }

    let device: OutputDevice
    let format: StreamFormat
    /// Whether the further output is chosen.
    private(set) var isFurther = false
    /// The version of the sound server; `nil` while there is none.
    private var version: String?
    /// Whether it is known if there is a sound server.
    private var isServerKnown = false
    /// Whether the application was told that sound can be played; `nil` before it was told anything.
    private var toldHere: Bool?
    /// Whether what the further output leads to was told to be gone.
    private(set) var isFurtherLost = false
    private var graph = GraphSnapshot()
    /// What the sound server's output has offered since the further one is chosen; `nil` for nothing new.
    private var untoldOffer: PassthroughOffer?

    init(device: OutputDevice, format: StreamFormat) {
        self.device = device
        self.format = format
    }

    /// Takes in a choice. Nothing follows if it is the old one.
    mutating func choose(further: Bool) -> News {
        guard further != isFurther else { return News() }
        isFurther = further
        // The stream of the old choice reports nothing any more.
        var news = News(events: [.streamChanged(.closed), .formatFixed(further ? format : nil)])
        let wasLost = isFurtherLost
        isFurtherLost = false
        news.events += tellServer(message: "there is no sound server")
        if let untoldOffer, !further { news.events.append(.passthroughOffered(untoldOffer)) }
        untoldOffer = nil
        if wasLost, version != nil { news.events.append(.outputReturned) }
        if toldHere == true { news.graph = shownGraph }
        return news
    }

    /// Takes in an event of the sound server's output.
    mutating func take(main event: OutputEvent) -> News {
        switch event {
        case .serverConnected(let version):
            self.version = version
            isServerKnown = true
            return News(events: tellServer(message: ""))
        case .serverLost(let message):
            version = nil
            isServerKnown = true
            graph = GraphSnapshot()
            var news = News(events: tellServer(message: message))
            if isFurther { news.graph = shownGraph }
            return news
        case .passthroughOffered(let offer) where isFurther:
            untoldOffer = offer
            return News()
        default: return News(events: isFurther ? [] : [event])
        }
    }

    /// Takes in an event of the further output.
    mutating func take(further event: OutputEvent) -> News {
        guard isFurther else { return News() }
        switch event {
        case .outputLost: isFurtherLost = true
        case .outputReturned: isFurtherLost = false
        default: break
        }
        return News(events: [event])
    }

    /// Takes in the graph of the sound server.
    mutating func take(_ graph: GraphSnapshot) -> News {
        self.graph = graph
        return News(graph: shownGraph)
    }

    /// Tells whether sound can be played, if that is another answer than before. A server that comes back has to be told each time.
    private mutating func tellServer(message: String) -> [OutputEvent] {
        guard isServerKnown else { return [] }
        let isHere = version != nil || isFurther
        guard isHere != toldHere else { return [] }
        toldHere = isHere
        return [isHere ? .serverConnected(version: version ?? device.name) : .serverLost(message: message)]
    }

    /// The graph with the further output, which the stream reaches if it is chosen.
    private var shownGraph: GraphSnapshot {
        var shown = graph
        var sink = GraphSink(
            uid: device.uid, serial: Self.serial, name: device.name, type: device.type, channelCount: device.channelCount)
        sink.isIndependent = true
        shown.sinks.append(sink)
        guard isFurther else { return shown }
        shown.stream = GraphStream(serial: Self.serial, reaches: [device.uid], target: device.uid)
        if version == nil {
            // No session manager will decide on anything.
            shown.hasSessionManager = true
            shown.hasSoundServer = false
            shown.defaultSink = device.uid
        }
        return shown
    }
}
