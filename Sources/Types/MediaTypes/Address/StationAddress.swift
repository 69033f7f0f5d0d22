/// The number of a station in a directory of stations: a UUID, in lower case (RFC 9562).
package struct StationID: Hashable, Sendable {
    /// The 36 characters of the number.
    package let text: String

    /// Reads a number; `nil` if the text is none.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(37))
        guard bytes.count == 36 else { return nil }
        for (place, byte) in bytes.enumerated() {
            let isDash = [8, 13, 18, 23].contains(place)
            guard isDash ? byte == UInt8(ascii: "-") : Self.isDigit(byte) else { return nil }
        }
        self.text = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

/// An address of the network that says in its fragment which station of the directory it is: `http://host/live#station=UUID`.
///
/// Every program can play it, because fragments are not sent to servers. Where it leads to nothing any more, the directory is asked for
/// the address that the station has now.
package enum StationAddress {
    private static let key = "station="

    /// Returns the number of the station in an address; `nil` if it has none.
    package static func station(in uri: String) -> StationID? {
        guard MediaAddress.isWeb(uri), let hash = uri.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let parts = uri.utf8[uri.utf8.index(after: hash)...].split(separator: UInt8(ascii: "&"), maxSplits: 16)
        let part = parts.first { $0.starts(with: key.utf8) }
        return part.flatMap { StationID(String(Substring($0.dropFirst(key.utf8.count)))) }
    }

    /// Returns an address with the number of the station, behind what its fragment says otherwise.
    package static func address(_ uri: String, of station: StationID) -> String {
        if self.station(in: uri) == station { return uri }
        return uri + (uri.utf8.contains(UInt8(ascii: "#")) ? "&" : "#") + key + station.text
    }
}
