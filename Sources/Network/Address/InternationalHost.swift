import CCurl
import Glibc

/// Names of hosts in letters of any language, as they are asked for (IDNA 2008, UTS 46).
enum InternationalHost {
    /// A host with its port, the host in ASCII; `nil` where that is no name.
    static func ascii(_ place: Substring) -> Substring? {
        guard !place.utf8.allSatisfy({ $0 < 0x80 }) else { return place }
        let name = place.unicodeScalars.prefix { $0 != ":" }
        guard name.count <= 1_024, let text = unsafe fermata_ascii_host(String(name)) else { return nil }
        defer { unsafe free(text) }
        return Substring(unsafe String(cString: text)) + place[name.endIndex...]
    }
}
