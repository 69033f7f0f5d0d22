import FoundationEssentials
import PlayerModel

extension SavedState {
    /// How many items are encoded at a time. The encoder takes several times the size of its result in memory.
    private static let batch = 500

    /// The state as the JSON that its decoder reads.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        var others = self
        others.items = []
        let rest = Array(try encoder.encode(others))
        // The quotes of a text have a backslash in front of them: these bytes are nowhere else.
        let marker = Array(#""items":[]"#.utf8)
        guard let place = rest.firstRange(of: marker), !items.isEmpty else { return rest }
        var json = Array(rest[..<(place.upperBound - 1)])
        for start in stride(from: 0, to: items.count, by: Self.batch) {
            let some = Array(try encoder.encode(Array(items[start..<min(start + Self.batch, items.count)])))
            if start > 0 { json.append(UInt8(ascii: ",")) }
            json += some[1..<some.count - 1]
        }
        return json + rest[(place.upperBound - 1)...]
    }
}
