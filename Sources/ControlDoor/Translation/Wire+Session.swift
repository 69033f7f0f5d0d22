import AudioSession
import AudioTypes
import ControlProtocol

// The session's values in the form of the protocol.

extension Wire.Session {
    /// Makes the description of a session whose graph runs like that.
    init(_ session: Session, _ graph: OutputTiming, inputLatency: Double) {
        let sink = session.routedSink
        let source = session.profile.category.hasInput ? session.inputSource : nil
        let volume = session.inputVolume
        self.init(
            category: session.profile.category.rawValue, mode: session.profile.mode.rawValue,
            options: session.profile.options.map(\.rawValue).sorted(), active: session.isActive,
            preferredIOBufferDuration: session.preferredIOBufferDuration,
            ioBufferDuration: graph.graphRate > 0 ? Double(graph.quantum) / Double(graph.graphRate) : 0,
            preferredSampleRate: session.preferredSampleRate, sampleRate: Double(graph.graphRate), outputLatency: graph.latency,
            outputVolume: sink?.outputVolume ?? 1, outputMuted: sink?.isMuted ?? false,
            outputChannels: session.route.outputs.first?.channelCount ?? 0,
            inputLatency: inputLatency, inputVolume: volume?.level ?? 1, inputMuted: volume?.isMuted ?? false,
            inputChannels: source?.device.channelCount ?? 0, otherAudioPlaying: session.otherAudioPlaying,
            secondaryAudioShouldBeSilencedHint: session.secondaryAudioShouldBeSilencedHint,
            recordPermission: session.recordPermission.rawValue,
            interruptions: session.interruptions.holding.map(Wire.Interruption.init),
            route: Wire.Route(session))
    }
}

extension Wire.Route {
    /// Makes the route of a session, with the input that its category has.
    init(_ session: Session) { self.init(session.route) }
}

extension Wire.Input {
    /// Makes the list of the inputs that a client can choose.
    static func all(in session: Session) -> [Wire.Input] {
        session.graph.sources.map { Wire.Input($0, in: session) }
    }

    /// Makes an input of a route.
    init(_ input: RouteInput) {
        let device = input.device
        self.init(
            uid: device.uid, name: device.name, type: device.type, channels: device.channelCount, current: true,
            default: input.isDefault, volume: input.level, muted: input.isMuted)
    }

    private init(_ source: GraphSource, in session: Session) {
        let input = source.device
        self.init(
            uid: input.uid, name: input.name, type: input.type, channels: input.channelCount,
            current: input.uid == session.input?.uid, default: input.uid == session.defaultInput, volume: source.inputVolume,
            muted: source.isMuted)
    }
}

extension Wire.Output {
    /// Makes the list of the outputs that a client can choose.
    static func all(in session: Session) -> [Wire.Output] {
        let current = Set(session.route.outputs.map(\.uid))
        return session.outputs.map { sink in
            Wire.Output(
                port: Wire.Port(sink.output), current: current.contains(sink.output.uid),
                default: sink.uid == session.graph.defaultSink && session.graph.sink(sink.uid)?.output.uid == sink.output.uid)
        }
    }
}
