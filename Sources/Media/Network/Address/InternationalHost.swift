import CCurl
import Glibc

/// Converts host names in letters of any language to the form in which name servers know them (IDNA 2008, UTS 46).
enum InternationalHost {
    /// Returns a host and its port with the host in ASCII; `nil` if the host is not a valid name.
    static func ascii(_ place: Substring) -> Substring? {
        guard !place.utf8.allSatisfy({ $0 < 0x80 }) else { return place }
        let name = place.unicodeScalars.prefix { $0 != ":" }
        guard name.count <= 1_024, let text = unsafe fermata_ascii_host(String(name)) else { return nil }
        defer { unsafe free(text) }
        return Substring(unsafe String(cString: text)) + place[name.endIndex...]
    }
}
