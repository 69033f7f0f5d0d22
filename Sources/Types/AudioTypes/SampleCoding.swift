/// What a sink can be given as it is, without being decoded.
public enum PassthroughCodec: String, Hashable, Sendable, Codable, CaseIterable {
    /// Dolby Digital, in bursts of IEC 61937.
    case ac3
    /// Dolby Digital Plus, in bursts of IEC 61937.
    case eac3
    /// The core of DTS, in bursts of IEC 61937.
    case dts
    /// DSD over PCM: sixteen bits of each channel in a sample of 24 bits, with a marker.
    case dop

    /// Whether it travels in bursts of IEC 61937, which a sink offers as a format of its own. Otherwise it looks like sound.
    public var isBursts: Bool { self != .dop }

    /// The codec's name for people.
    public var title: String {
        switch self {
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        case .dts: "DTS"
        case .dop: "DSD"
        }
    }
}

/// What samples are that are no sound, but carry coded sound to a sink that decodes it. Nothing may change them.
///
/// A ring holds them as floats, which hold 24 bits exactly: bursts as fractions of 2¹⁵, DSD as fractions of 2²³.
public struct SampleCoding: Hashable, Sendable {
    /// What the sink decodes.
    public let codec: PassthroughCodec
    /// The number of frames that mean nothing without each other, counted from the first frame of the media: a burst.
    public let unitFrames: Int

    /// Makes a coding. `unitFrames` is 1 or more.
    public init(codec: PassthroughCodec, unitFrames: Int) {
        self.codec = codec
        self.unitFrames = max(1, unitFrames)
    }
}

/// What the output can be given as it is.
public struct PassthroughOffer: Hashable, Sendable {
    /// `node.name` of the sink that plays; `nil` while none does, or several do.
    public var sink: String?
    /// The codecs that this sink takes in bursts of IEC 61937 and nobody else keeps it from taking.
    public var codecs: Set<PassthroughCodec>
    /// The rates, in hertz, at which the sink can be given samples without a change.
    public var rates: Set<Int>

    /// Makes an offer; by default nothing is offered.
    public init(sink: String? = nil, codecs: Set<PassthroughCodec> = [], rates: Set<Int> = []) {
        self.sink = sink
        self.codecs = codecs
        self.rates = rates
    }

    /// Returns whether samples of `format`, which carry coded sound, reach the sink as they are.
    public func takes(_ format: StreamFormat) -> Bool {
        guard let codec = format.coding?.codec else { return false }
        return codec.isBursts ? codecs.contains(codec) : rates.contains(Int(format.sampleRate.hertz))
    }
}
