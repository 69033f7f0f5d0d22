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
            recordPermission: "undetermined", interruptions: session.interruptions.holding.map(Wire.Interruption.init),
            route: Wire.Route(session.route))
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
