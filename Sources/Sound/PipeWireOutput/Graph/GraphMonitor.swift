import AudioTypes
import CPipeWire

/// Listens to the server's registry and keeps the ``GraphModel`` up to date. Lives in the loop's thread.
@safe final class GraphMonitor {
    private(set) var model = GraphModel()
    /// The session manager's metadata.
    private var metadata: SessionMetadata?
    /// The server's own metadata, `settings`.
    private var settings: BoundMetadata?
    /// Whether the server has reported everything that existed at the start.
    private(set) var isComplete = false
    /// Called at once when the model is complete, and after each change from then on; many changes in a row are usual.
    private let changed: () -> Void

    private let core: Core
    /// The server's registry; `nil` only at the end.
    private var registry: Proxy?
    private var nodes: [UInt32: BoundNode] = [:]
    private var cards: [UInt32: BoundCard] = [:]
    /// The links from our own nodes.
    private var links: [UInt32: BoundLink] = [:]
    /// Whether sinks are asked for their formats.
    private var listsFormats = false
    /// The formats that nodes have listed so far, of those that are listing them now.
    private var listedFormats: [UInt32: SinkFormats] = [:]

    init(
        core: Core, loop: UnsafeMutablePointer<pw_loop>, changed: @escaping () -> Void
    ) throws(OutputError) {
        guard let made = unsafe fermata_core_get_registry(core.pointer) else {
            throw OutputError(.server, "the server's registry could not be read", errno: 0)
        }
        self.core = core
        let registry = unsafe Proxy(made)
        self.registry = registry
        self.changed = changed
        unsafe registry.listen(self) { unsafe fermata_registry_add_listener($0, $1, Self.events, $2) }
        metadata = try unsafe SessionMetadata(
            loop: loop, registry: made, afterRoundTrip: { [unowned core] in core.afterRoundTrip($0) },
            told: { [unowned self] news in
                change { model in
                    switch news {
                    case .changed(let subject, let key, let value): model.setMetadata(subject: subject, key: key, value: value)
                    case .known(let wishes): model.setMetadata(wishes)
                    }
                }
            })
        // The second round trip waits for what the objects found in the first one report about themselves.
        awaitCompletion(roundTrips: 2)
    }

    deinit {
        // The registry goes last, because everything else was bound through it, and before the core, whose end frees it.
        metadata = nil
        settings = nil
        nodes = [:]
        cards = [:]
        links = [:]
        registry = nil
    }

    /// Decides which sinks count as headphones whatever their device says.
    var privateOutputs: HeadphonePatterns {
        get { model.privateOutputs }
        set { if newValue != model.privateOutputs { change { $0.privateOutputs = newValue } } }
    }

    /// Asks all sinks for their formats, also those that come later, or forgets the formats and asks no more.
    func setListsFormats(_ lists: Bool) {
        guard lists != listsFormats else { return }
        listsFormats = lists
        listedFormats = [:]
        for (id, node) in nodes where model.nodes[id]?.isSink == true { node.setListsFormats(lists) }
        guard lists else { return change { $0.setKnowsFormats(false) } }
        core.afterRoundTrip { [unowned self] in if listsFormats { change { $0.setKnowsFormats(true) } } }
    }

    /// Sets the linear factor of each channel of a node whose volume is known.
    func setVolumes(_ factors: [Float], ofNode id: UInt32) { nodes[id]?.setVolume(factors, isMuted: nil) }

    /// Silences a node, or lets it be heard again, for which its volume must be known. Its volume stays what others see and remember.
    func setSilent(_ isSilent: Bool, node: GraphNode) {
        if isSilent { nodes[node.id]?.silence() } else { setVolumes(node.volumes, ofNode: node.id) }
    }

    /// As ``BoundMetadata/setTarget(ofNode:name:)``.
    func setTarget(ofNode id: UInt32, name: String?) { metadata?.setTarget(ofNode: id, name: name) }

    /// Makes the sink whose `node.name` is `name` play through the port named `port`. Returns whether both exist.
    func setPort(_ port: String, ofSink name: String) -> Bool { setPort(port, of: model.sink(named: name)) }

    /// Makes the source whose `node.name` is `name` take sound in through the port named `port`. Returns whether both exist.
    func setPort(_ port: String, ofSource name: String) -> Bool { setPort(port, of: model.source(named: name)) }

    private func setPort(_ port: String, of node: GraphNode?) -> Bool {
        guard let node, let card = node.cardID.flatMap({ cards[$0] }),
            let index = model.ports(of: node).first(where: { $0.name == port })?.index
        else { return false }
        card.setPort(index, part: node.cardPart)
        return true
    }

    /// Switches the card whose `device.name` is `name` to the profile `profile`. Returns whether both exist.
    func setProfile(_ profile: String, ofCard name: String) -> Bool {
        guard let found = model.profile(profile, ofCard: name), let card = cards[found.card] else { return false }
        card.setProfile(found.index)
        return true
    }

    /// Sets the volume of the source whose `node.name` is `name`, and its mute switch, where mixers set it: at the port of its card,
    /// or at the node if it has none. Returns whether it exists.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSource name: String) -> Bool {
        guard let source = model.source(named: name) else { return false }
        setVolume(level, isMuted: isMuted, of: source, port: model.port(of: source)?.index)
        return true
    }

    /// Does the same for the sink whose `node.name` is `name`.
    func setVolume(_ level: Double?, isMuted: Bool?, ofSink name: String) -> Bool {
        guard let sink = model.sink(named: name) else { return false }
        setVolume(level, isMuted: isMuted, of: sink, port: model.port(of: sink)?.index)
        return true
    }

    private func setVolume(_ level: Double?, isMuted: Bool?, of node: GraphNode, port: Int?) {
        var factors: [Float] = []
        if let level {
            var volume = Volume(linear: node.volumes) ?? Volume(level: level)
            volume.level = level
            factors = volume.factors(channelCount: max(1, node.volumes.count))
        }
        if let port, let card = node.cardID.flatMap({ cards[$0] }) {
            card.setVolume(factors, isMuted: isMuted, port: port, part: node.cardPart)
        } else {
            nodes[node.id]?.setVolume(factors, isMuted: isMuted)
        }
    }

    private func change(_ body: (inout GraphModel) -> Void) {
        body(&model)
        if isComplete { changed() }
    }

    private func awaitCompletion(roundTrips: Int) {
        core.afterRoundTrip { [unowned self] in
            if roundTrips > 1 { return awaitCompletion(roundTrips: roundTrips - 1) }
            isComplete = true
            changed()
        }
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_registry_events()
        events.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        unsafe events.global = { data, id, _, type, _, properties in
            guard let type = unsafe type else { return }
            unsafe object(at: data, as: GraphMonitor.self)?
                .add(id, type: String(cString: type), properties: Dictionary(properties))
        }
        unsafe events.global_remove = { data, id in
            unsafe object(at: data, as: GraphMonitor.self)?.remove(id)
        }
        return unsafe permanent(events)
    }()

    private func add(_ id: UInt32, type: String, properties: [String: String]) {
        let mediaClass = properties["media.class"] ?? ""
        switch type {
        case "PipeWire:Interface:Node":
            change { $0.addNode(id, properties: properties) }
            bindNode(id)
            if model.nodes[id]?.isSink == true { metadata?.mayChange() }
        case "PipeWire:Interface:Device" where mediaClass == "Audio/Device":
            change { $0.addCard(id, properties: properties) }
            bindCard(id)
            metadata?.mayChange()
        case "PipeWire:Interface:Link":
            guard let output = properties[PW_KEY_LINK_OUTPUT_NODE].flatMap({ UInt32($0) }),
                let input = properties[PW_KEY_LINK_INPUT_NODE].flatMap({ UInt32($0) })
            else { return }
            let port = properties[PW_KEY_LINK_OUTPUT_PORT].flatMap { UInt32($0) }
            change { $0.addLink(id, GraphLink(output: output, input: input, port: port)) }
            guard isOwn(output) else { return }
            // The session manager moves our stream when the user wants the sound elsewhere, so the default may change.
            metadata?.mayChange()
            guard let registry else { return }
            links[id] = unsafe BoundLink(registry.pointer, id: id) { [unowned self] isActive in
                change { $0.setActive(isActive, link: id) }
            }
        case "PipeWire:Interface:Port":
            guard let node = properties[PW_KEY_NODE_ID].flatMap({ UInt32($0) }), isOwn(node),
                properties[PW_KEY_PORT_DIRECTION] == "out"
            else { return }
            change { $0.addOwnPort(id, ofNode: node) }
        case "PipeWire:Interface:Metadata" where properties[PW_KEY_METADATA_NAME] == "default":
            change { $0.setMetadata(MetadataContent()) }
            metadata?.appeared(id)
        case "PipeWire:Interface:Metadata" where properties[PW_KEY_METADATA_NAME] == "settings":
            guard let registry else { return }
            settings = unsafe BoundMetadata(registry.pointer, id: id) { [unowned self] _, key, value in
                change { $0.setSetting(key, value: value) }
            }
        default: break
        }
    }

    private func isOwn(_ node: UInt32) -> Bool {
        guard let client = model.nodes[node]?.client else { return false }
        return client == model.ownClient
    }

    private func bindNode(_ id: UInt32) {
        guard let registry, let node = model.nodes[id] else { return }
        let withVolume = node.isSink || node.isSource || node.isPlayback
        nodes[id] = unsafe BoundNode(registry.pointer, id: id, withVolume: withVolume) { [unowned self] news in
            if gatherFormats(news, node: id) { return }
            change { model in
                switch news {
                case .properties(let properties): model.setProperties(properties, of: id)
                case .running(let isRunning): model.setRunning(isRunning, node: id)
                case .volumes(let volumes): model.setVolumes(volumes, node: id)
                case .muted(let isMuted): model.setMuted(isMuted, node: id)
                case .listsFormats, .format: break
                }
            }
        }
        if node.isSink { nodes[id]?.setListsFormats(listsFormats) }
        awaitAnswer(id, serial: node.serial)
    }

    /// Gathers the formats that a node lists, and takes them over once the list is complete: a list that is only begun would look as if
    /// the sink took less. Returns whether `news` is about them.
    private func gatherFormats(_ news: BoundNode.News, node id: UInt32) -> Bool {
        switch news {
        case .listsFormats:
            listedFormats[id] = SinkFormats()
            core.afterRoundTrip { [unowned self] in
                guard let formats = listedFormats.removeValue(forKey: id) else { return }
                change { $0.setFormats(formats, node: id) }
            }
        case .format(let formats): listedFormats[id]?.formUnion(formats)
        default: return false
        }
        return true
    }

    private func bindCard(_ id: UInt32) {
        guard let registry, let card = model.cards[id] else { return }
        cards[id] = unsafe BoundCard(registry.pointer, id: id) { [unowned self] news in
            change { model in
                switch news {
                case .properties(let properties): model.setProperties(properties, of: id)
                case .port(let port): model.setPort(port, card: id)
                case .activePort(let port): model.setActivePort(port, card: id)
                case .listsProfiles: model.forgetListedProfiles(card: id)
                case .listedProfile(let profile): model.setListedProfile(profile, card: id)
                case .profile(let name, let index): model.setProfile(name, index: index, card: id)
                }
            }
            metadata?.mayChange()
        }
        awaitAnswer(id, serial: card.serial)
    }

    /// Marks an object as answered after a round trip. Its properties and parameters were asked for just now, so the
    /// server reports them before it answers this round trip.
    private func awaitAnswer(_ id: UInt32, serial: UInt64) {
        core.afterRoundTrip { [unowned self] in
            let client = core.clientID
            change { model in
                model.ownClient = client
                // The id may belong to another object by now, which has its own round trip.
                if (model.nodes[id]?.serial ?? model.cards[id]?.serial) == serial { model.setAnswered(id) }
            }
        }
    }

    private func remove(_ id: UInt32) {
        nodes[id] = nil
        listedFormats[id] = nil
        cards[id] = nil
        links[id] = nil
        let isDeviceOrSink = model.nodes[id]?.isSink == true || model.cards[id] != nil
        if metadata?.vanished(id) == true { change { $0.setMetadata(nil) } }
        change { $0.remove(id) }
        if isDeviceOrSink { metadata?.mayChange() }
    }
}
