import AudioTypes
import Media
import MediaTypes
import Recording

extension RecordingRequest {
    /// Returns the format that is asked for, and the path without the suffix that names it.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no such format, or path and format name different ones.
    func chosenFormat() throws(MediaError) -> (format: AudioFileFormat, stem: String?) {
        guard let path else { return (try AudioFileFormat(named: format ?? "flac", options), nil) }
        guard let format else { return (try AudioFileFormat(suffixOf: path, options), Self.withoutSuffix(path)) }
        let named = try AudioFileFormat(named: format, options)
        guard let suffix = path.split(separator: "/").last?.split(separator: ".").dropFirst().last,
            let ofPath = try? AudioFileFormat(suffixOf: path)
        else { return (named, path) }
        guard ofPath.container == named.container else {
            throw MediaError(.unsupported, "the name \(path) ends in .\(suffix), which is not the format \"\(format)\"")
        }
        return (named, Self.withoutSuffix(path))
    }

    /// The sample rates that can be recorded, in hertz.
    private static let sampleRates = 8_000...384_000

    private static func withoutSuffix(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    }

    /// Returns the format of the samples for a device with that many channels, in a graph that runs at `graphRate` hertz (0 if it
    /// does not run).
    /// - Throws: ``RecordingPlan/Refusal`` if the request asks for a number of channels, or a rate, that does not exist.
    func stream(deviceChannels: Int, graphRate: Int, format: AudioFileFormat) throws(RecordingPlan.Refusal) -> StreamFormat {
        let hertz = sampleRate ?? (graphRate > 0 ? graphRate : 48_000)
        guard Self.sampleRates.contains(hertz), let rate = SampleRate(hertz: hertz) else {
            throw RecordingPlan.Refusal(parameter: "sampleRate", message: "a recording has 8,000 to 384,000 hertz, not \(hertz)")
        }
        if let channelCount {
            guard let layout = ChannelLayout.standard(channelCount: channelCount) else {
                throw RecordingPlan.Refusal(
                    parameter: "channels", message: "a recording has 1 to 64 channels, not \(channelCount)")
            }
            return StreamFormat(sampleRate: rate, channelLayout: layout)
        }
        let usual = StreamFormat(
            sampleRate: rate, channelLayout: ChannelLayout.standard(channelCount: min(deviceChannels, 8)) ?? .stereo)
        // Nobody asked for all channels of the device, so a format that has not that many gets two.
        return (try? format.stored(usual)) != nil ? usual : StreamFormat(sampleRate: rate, channelLayout: .stereo)
    }
}
