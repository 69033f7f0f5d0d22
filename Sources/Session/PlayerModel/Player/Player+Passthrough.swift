package import AudioTypes
import MediaTypes

/// Which coded sound the output decodes itself, and gets as it is.
struct PassthroughPlan: Hashable, Sendable {
    /// What the output offers.
    private(set) var offer = PassthroughOffer()
    /// The codecs that the output has refused since its newest offer.
    private var refused: Set<PassthroughCodec> = []

    /// Takes in an offer. Returns whether it comes from another sink than the one before.
    mutating func take(_ new: PassthroughOffer) -> Bool {
        defer { offer = new }
        refused = []
        return new.sink != offer.sink
    }

    /// Notes that the output does not take `codec`, whatever it offers.
    mutating func refuse(_ codec: PassthroughCodec) { refused.insert(codec) }

    /// The codecs that reach the output as they are; of DSD, that of the lowest rate.
    var offered: Set<PassthroughCodec> {
        Set(
            PassthroughCodec.allCases.filter { codec in
                SampleRate(hertz: Self.lowestRateOfDSD).map { rate in
                    takes(
                        StreamFormat(
                            sampleRate: rate, channelLayout: .stereo, coding: SampleCoding(codec: codec, unitFrames: 1)))
                } ?? false
            })
    }

    /// The rate in hertz at which DSD64 travels over PCM.
    private static let lowestRateOfDSD = 176_400

    /// Returns whether samples of `format` reach the output as they are.
    func takes(_ format: StreamFormat) -> Bool {
        guard let codec = format.coding?.codec, !refused.contains(codec) else { return false }
        return offer.takes(format)
    }
}

// Sound that is passed through to an output that decodes it.
extension Player {
    /// What the current track is passed through as; `nil` if it is decoded here.
    package var passedThrough: PassthroughCodec? { current == nil ? nil : tracks.format?.coding?.codec }

    /// What the output can be given as it is; nothing while it plays only one format.
    package var offeredPassthrough: Set<PassthroughCodec> { outputFormat == nil ? passthrough.offered : [] }

    /// `node.name` of the sink that makes the offer; `nil` while none does.
    package var offeringSink: String? { outputFormat == nil ? passthrough.offer.sink : nil }

    /// Returns the format in which a source is passed through; `nil` if it is decoded here. A source in which one cannot seek cannot
    /// begin again as sound when the output changes, and nobody wants to hear its bursts.
    func passedFormat(of description: SourceDescription) -> StreamFormat? {
        guard outputFormat == nil, description.isSeekable, let format = description.codedFormat,
            let codec = format.coding?.codec, configuration.options.passthrough.contains(codec), passthrough.takes(format)
        else { return nil }
        return format
    }

    /// Returns the format in which a source begins.
    func format(for description: SourceDescription) -> StreamFormat {
        outputFormat ?? passedFormat(of: description) ?? description.format
    }

    /// Takes in what the output offers now. What it does not take any more is decoded at once. What it takes only now is passed through
    /// at once if another sink plays or nothing is heard, and from the next track on otherwise: a short sound of another program must not
    /// interrupt the music twice.
    mutating func offered(_ offer: PassthroughOffer) -> [PlayerAction] {
        let isOtherSink = passthrough.take(offer)
        return isOtherSink || passedThrough != nil || state == .paused ? changeFormat() : reviewFormatAhead()
    }

    /// Takes in that the output cannot play its stream.
    mutating func passthroughFailed() -> [PlayerAction] {
        guard let codec = passedThrough else { return [] }
        passthrough.refuse(codec)
        return changeFormat()
    }

    /// Takes in the rate of the output: DSD over PCM is noise at any other rate than its own.
    mutating func graphRuns(at rate: Int) -> [PlayerAction] {
        guard passedThrough == .dop, let format = tracks.format, rate > 0, rate != Int(format.sampleRate.hertz) else { return [] }
        passthrough.refuse(.dop)
        return changeFormat()
    }

    /// Plays the current track on in the format that it would begin in now.
    mutating func changeFormat() -> [PlayerAction] {
        guard let track = current, let format = tracks.format, track.description.isSeekable,
            tracks.wanted?.segment == track.segment
        else { return reviewFormatAhead() }
        let new = self.format(for: track.description)
        guard new != format, new.coding != nil || format.coding != nil else { return reviewFormatAhead() }
        let speed = speed(for: track.description, in: new)
        let frame = clampedFrame(secondsNow, track.description, new, speed: speed)
        let settled = settleLoop()
        tracks.change(to: new)
        let gain = gain(of: track.item, track.description, in: new)
        tracks.changeCurrent { ($0.speed, $0.gain, $0.loop) = (speed, gain, nil) }
        let ended = new.coding == nil ? [] : endLoop()
        let actions = settled + ended + restartCurrent(at: frame)
        if state == .paused { standstill.stand(at: frame) }
        return actions + (status.isRunning ? startSound(reason) : [])
    }

    /// Opens what follows again, because it may follow in another format now.
    private mutating func reviewFormatAhead() -> [PlayerAction] {
        let passed = tracks.format?.coding == nil ? nil : tracks.format
        guard tracks.ahead.contains(where: { passedFormat(of: $0.description) != passed }) else { return [] }
        return takeBackAhead(from: tracks.ahead.first) + prepareNext()
    }
}
