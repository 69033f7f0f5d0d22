import AudioTypes

extension GraphSnapshot {
    /// The available output that comes first in the order of loudspeaker types; never a private one.
    var loudspeaker: GraphSink? {
        let preferred: [OutputType] = [.builtInSpeaker, .lineOut, .hdmi, .displayPort, .usbAudio, .unknown, .virtual]
        let outputs = sinks.flatMap(\.outputs)
        return preferred.lazy.compactMap { type in
            outputs.first { $0.type == type && $0.isAvailable && !$0.isDummy }
        }.first
    }
}
