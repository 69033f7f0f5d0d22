public import ArgumentParser
public import ControlProtocol
import FermataKit

/// The options for standard input, and the choice of media that only this program can read.
struct PushOptions: ParsableArguments {
    @Option(help: ArgumentHelp("auto (any container), f32le, s16le, s24le or s32le.", valueName: "encoding"))
    var format: Wire.StreamFormat.Encoding?
    @Option(help: ArgumentHelp("Sample rate of raw samples, \(rates.words).", valueName: "hertz")) var rate: Int?
    @Option(help: ArgumentHelp("How many channels raw samples have, \(channelCounts.words).", valueName: "number"))
    var channels: Int?
    @Option(help: ArgumentHelp("The title to show if the media has none of its own.", valueName: "text")) var title: String?

    @Option(
        help: ArgumentHelp(
            "For live sound: play it as soon as this many seconds are there.",
            discussion: "\(latencies.words). What comes late is then left out, so that the delay stays as it is.",
            valueName: "seconds"))
    var latency: Double?

    private static let latencies = Wire.StreamFormat.latencies
    private static let rates = Wire.StreamFormat.sampleRates
    private static let channelCounts = Wire.StreamFormat.channelCounts
    private static let standardInput = "-"

    /// Throws if the media and the options do not go together.
    func check(_ media: [String]) throws {
        if media.count > 1 {
            if media.contains(Self.standardInput) { throw ValidationError("- means all of standard input: give it alone") }
            if let own = media.first(where: LocalFile.isOwnDescriptor) {
                throw ValidationError("fermatad cannot open \(own), so its contents have to be sent: give it alone")
            }
        }
        if let latency, !Self.latencies.contains(latency) {
            throw ValidationError("--latency should be from \(Self.latencies.words)")
        }
        if latency != nil, !Self.mustBeSent(media) {
            throw ValidationError("--latency can be used with - only: fermatad reads files and URLs itself")
        }
        try checkFormat(isUsed: media == [Self.standardInput])
    }

    private func checkFormat(isUsed: Bool) throws {
        if !isUsed, format != nil || rate != nil || channels != nil || title != nil {
            throw ValidationError("--format, --rate, --channels and --title can be used with - only")
        }
        if let title, title.isEmpty { throw ValidationError("the title is empty") }
        guard let format, format != .auto else {
            if rate != nil || channels != nil {
                throw ValidationError("--rate and --channels are for raw samples only: give their --format, too")
            }
            return
        }
        guard let rate, let channels else { throw ValidationError("--format \(format.rawValue) needs --rate and --channels") }
        if !Self.rates.contains(rate) { throw ValidationError("--rate should be from \(Self.rates.words)") }
        if !Self.channelCounts.contains(channels) {
            throw ValidationError("--channels should be from \(Self.channelCounts.words)")
        }
    }

    /// Returns whether the media has to be sent because the daemon cannot open it: standard input, or a descriptor of this
    /// process.
    static func mustBeSent(_ media: [String]) -> Bool {
        media.first.map { $0 == standardInput || LocalFile.isOwnDescriptor($0) } ?? false
    }

    /// Returns whether the media may be a list in standard input: it was asked for, and is neither raw samples nor live.
    func mayBeList(_ media: [String]) -> Bool { media == [Self.standardInput] && format == nil && latency == nil }

    /// Returns the lines of a list in standard input, or what was read of the media there; `nil` if there can be no list.
    /// - Parameter refusal: why there has to be a list; `nil` if media will do.
    func list(_ media: [String], refusal: String?) throws(ClientFailure) -> PipedList? {
        guard mayBeList(media) else { return nil }
        let list = try PipedList.read()
        if let refusal, case .media = list { throw .usage("standard input has no list: \(refusal)") }
        return list
    }

    /// Returns what to send of media that passed ``check(_:)``; `nil` if the daemon opens the media itself.
    func push(_ media: [String], for purpose: MediaPush.Purpose) throws(ClientFailure) -> MediaPush? {
        guard let argument = media.first, Self.mustBeSent(media) else { return nil }
        if argument == Self.standardInput {
            let samples = format.map { Wire.StreamFormat(encoding: $0, sampleRate: rate, channels: channels) }
            return MediaPush(
                descriptor: 0, title: title ?? "Standard input", format: samples, purpose: purpose, latency: latency)
        }
        guard let file = LocalFile(argument) else {
            throw .usage(
                "fermata cannot send \(argument) to fermatad: it is neither a file nor a pipe; use - to send standard input")
        }
        return MediaPush(file, for: purpose)
    }
}

extension Wire.StreamFormat.Encoding: ExpressibleByArgument {}
