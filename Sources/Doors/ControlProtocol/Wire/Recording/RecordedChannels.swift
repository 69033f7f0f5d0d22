import JSON

extension Wire {
    /// Which channels a recording has.
    public enum RecordedChannels: Hashable, Sendable {
        /// So many, as the sound system converts what the device has.
        case count(Int)
        /// Those with these numbers, 1 for the first, in this order.
        case numbers([Int])
    }
}

extension WireKind where Value == Wire.RecordedChannels {
    /// How many channels, or the numbers of channels.
    @inline(never)
    static var recordedChannels: Self {
        Self(
            .either([
                .integer(minimum: 0, maximum: Int64(Int32.max)), .array(of: .integer(minimum: 1, maximum: 64), minimumCount: 1),
            ]),
            write: { channels in
                switch channels {
                case .count(let count): .integer(Int64(count))
                case .numbers(let numbers): .array(numbers.map { .integer(Int64($0)) })
                }
            },
            read: { object, name throws(JSONMismatch) in
                guard let elements = object[name]?.arrayValue else { return .count(Int(clamping: try object.integer(name))) }
                return .numbers(elements.compactMap { $0.integerValue.map(Int.init(clamping:)) })
            })
    }
}
