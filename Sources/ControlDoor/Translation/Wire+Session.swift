import AudioSession
import AudioTypes
import ControlProtocol

// The session's values in the form of the protocol.

extension Wire.Session {
    /// Makes the description of a session whose graph runs like that.
    init(_ session: Session, _ graph: OutputTiming) {
        let sink = session.routedSink
        self.init(
            category: session.profile.category.rawValue, mode: session.profile.mode.rawValue,
            options: session.profile.options.map(\.rawValue).sorted(), active: session.isActive,
            preferredIOBufferDuration: session.preferredIOBufferDuration,
            ioBufferDuration: graph.graphRate > 0 ? Double(graph.quantum) / Double(graph.graphRate) : 0,
            preferredSampleRate: session.preferredSampleRate, sampleRate: Double(graph.graphRate), outputLatency: graph.latency,
            outputVolume: sink?.outputVolume ?? 1, outputMuted: sink?.isMuted ?? false,
            outputChannels: session.route.outputs.first?.channelCount ?? 0,
            otherAudioPlaying: session.otherAudioPlaying,
            secondaryAudioShouldBeSilencedHint: session.secondaryAudioShouldBeSilencedHint,
            recordPermission: session.recordPermission.rawValue,
            interruptions: session.interruptions.holding.map(Wire.Interruption.init),
            route: Wire.Route(session))
    }
}

extension Wire.Route {
    /// Makes the route of a session, with the input that its category has.
    init(_ session: Session) { self.init(session.route, inputs: Wire.Input.current(in: session)) }
}

extension Wire.Input {
    /// Makes the list of the inputs that a client can choose.
    static func all(in session: Session) -> [Wire.Input] { session.inputs.map { Wire.Input($0, in: session) } }

    /// Makes the list of the inputs of the route: one at most, and only in a category with input.
    static func current(in session: Session) -> [Wire.Input] {
        guard session.profile.category.hasInput, let input = session.input else { return [] }
        return [Wire.Input(input, in: session)]
    }

    private init(_ input: InputDevice, in session: Session) {
        self.init(
            uid: input.uid, name: input.name, type: input.type, channels: input.channelCount,
            current: input.uid == session.input?.uid, default: input.uid == session.defaultInput)
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
