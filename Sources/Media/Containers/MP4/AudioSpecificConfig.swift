/// How AAC is coded, by the header that MP4, Matroska and FLV keep apart from the packets (AudioSpecificConfig, ISO/IEC 14496-3,
/// section 1.6.2.1).
package struct AudioSpecificConfig: Hashable, Sendable {
    /// The kind of AAC without its extensions: 1 Main, 2 Low Complexity, 3 SSR, 4 Long Term Prediction, 42 USAC and so on.
    package let objectType: Int
    /// Whether the header itself says first that the upper half of the spectrum is replicated (HE-AAC, object types 5 and 29).
    package let isHighEfficiency: Bool
    /// The number of the sample rate of the core in the standard's table; 15 if the rate is written out instead.
    package let rateIndex: Int
    /// The standard's number of the layout; 0 if a further element describes it.
    package let channelConfiguration: Int
    /// Whether a packet has 960 frames, as in digital radio, and not 1,024.
    package let isShort: Bool

    /// Makes a configuration.
    package init(
        objectType: Int = 2, isHighEfficiency: Bool = false, rateIndex: Int = 4, channelConfiguration: Int = 2,
        isShort: Bool = false
    ) {
        self.objectType = objectType
        self.isHighEfficiency = isHighEfficiency
        self.rateIndex = rateIndex
        self.channelConfiguration = channelConfiguration
        self.isShort = isShort
    }

    /// Parses a header; `nil` if it ends too early.
    package init?(_ bytes: [UInt8]) {
        var bits = Bits(bytes)
        guard let type = bits.objectType(), let index = bits.rateIndex(), let channels = bits.number(4) else { return nil }
        var core = type
        let extends = type == 5 || type == 29
        if extends {
            // The rate after the replication, and then the kind of the core.
            guard bits.rateIndex() != nil, let inner = bits.objectType() else { return nil }
            core = inner
        }
        objectType = core
        isHighEfficiency = extends
        rateIndex = index
        channelConfiguration = channels
        // The kinds whose own header begins with the flag of the length.
        let hasFlag = [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(core)
        isShort = hasFlag ? bits.number(1) == 1 : false
    }

    /// Reads numbers of some bits from the front.
    private struct Bits {
        private let bytes: [UInt8]
        private var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func number(_ count: Int) -> Int? {
            guard place + count <= bytes.count * 8 else { return nil }
            defer { place += count }
            return (place..<place + count).reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
        }

        mutating func objectType() -> Int? {
            guard let type = number(5) else { return nil }
            return type == 31 ? number(6).map { 32 + $0 } : type
        }

        mutating func rateIndex() -> Int? {
            guard let index = number(4) else { return nil }
            if index == 15, number(24) == nil { return nil }
            return index
        }
    }
}
