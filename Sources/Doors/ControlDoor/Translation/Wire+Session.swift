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
            preferredIOBufferDuration: session.preferred.ioBufferDuration,
            ioBufferDuration: graph.graphRate > 0 ? Double(graph.quantum) / Double(graph.graphRate) : 0,
            preferredSampleRate: session.preferred.sampleRate, sampleRate: Double(graph.graphRate), outputLatency: graph.latency,
            outputVolume: sink?.outputVolume ?? 1, outputMuted: sink?.isMuted ?? false,
            outputChannels: session.route.outputs.first?.channelCount ?? 0,
            preferredOutputNumberOfChannels: session.preferred.outputNumberOfChannels,
            maximumOutputNumberOfChannels: session.maximumOutputNumberOfChannels,
            inputLatency: inputLatency, inputVolume: volume?.level ?? 1, inputMuted: volume?.isMuted ?? false,
            inputChannels: source?.device.channelCount ?? 0, otherAudioPlaying: session.otherAudioPlaying,
            secondaryAudioShouldBeSilencedHint: session.secondaryAudioShouldBeSilencedHint,
            recordPermission: session.recordPermission.rawValue,
            declinedInterruptions: session.interruptionWishes.declined.map(\.rawValue).sorted(),
            prefersInterruptionOnRouteDisconnect: session.pausesWhenNoisy,
            allowsSystemSoundsDuringRecording: session.preferred.systemSoundsDuringRecording,
            interruptions: session.interruptions.holding.map(Wire.Interruption.init),
            route: Wire.Route(session))
    }
}

extension Wire.Route {
    /// Makes the route of a session, with the input that its category has.
    init(_ session: Session) { self.init(session, session.route, latencies: [:]) }

    /// Makes a route of a session, with the volume of each output and how late the sound is heard there.
    init(_ session: Session, _ route: Route, latencies: [String: OutputLatency]) {
        self.init(route)
        for index in outputs.indices {
            guard let sink = session.sink(ofOutput: outputs[index].uid) else { continue }
            outputs[index].tell(sink)
            outputs[index].latency = latencies[sink.uid]?.total
            outputs[index].delay = latencies[sink.uid]?.delay
        }
    }
}

extension Wire.Port {
    /// Makes the description of an output with its volume.
    init(_ sink: GraphSink) {
        self.init(sink.output)
        tell(sink)
    }

    /// Takes over the volume of the device.
    fileprivate mutating func tell(_ sink: GraphSink) {
        volume = sink.outputVolume
        muted = sink.isMuted
        isPrivate = sink.type.isPrivate
    }
}

extension Wire.Input {
    /// Makes the list of the inputs that a client can choose.
    static func all(in session: Session) -> [Wire.Input] { session.listedInputs.map(Wire.Input.init) }

    /// Makes an input of a route.
    init(_ input: RouteInput) {
        let device = input.device
        self.init(
            uid: device.uid, name: device.name, type: device.type, channels: device.channelCount,
            channelNames: device.channelNames.isEmpty ? nil : device.channelNames, current: true,
            default: input.isDefault, volume: input.level, muted: input.isMuted)
    }

    /// Makes an input of a list.
    init(_ input: ListedInput) {
        let device = input.device
        self.init(
            uid: device.uid, name: device.name, type: device.type, channels: device.channelCount,
            channelNames: device.channelNames.isEmpty ? nil : device.channelNames, current: input.isCurrent,
            default: input.isDefault, volume: input.level, muted: input.isMuted)
    }
}

extension Wire.Output {
    /// Makes the list of the outputs that a client can choose.
    static func all(in session: Session) -> [Wire.Output] {
        session.listedOutputs.map { listed in
            var output = Wire.Output(listed)
            let rule = session.volumeRule(ofOutput: listed.device.uid)
            output.port.volumeMaximum = rule.ceiling < 1 ? rule.ceiling : nil
            output.port.volumeAtStart = rule.atStart
            output.port.volumeControl = Wire.VolumeControl(rule.control ?? .software)
            return output
        }
    }

    /// Makes an output of a list.
    init(_ output: ListedOutput) {
        var port = Wire.Port(output.device)
        port.isPrivate = output.device.type.isPrivate
        (port.volume, port.muted) = (output.level, output.isMuted)
        self.init(port: port, current: output.isCurrent, default: output.isDefault)
    }
}
