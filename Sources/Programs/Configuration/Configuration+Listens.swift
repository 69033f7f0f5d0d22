extension Configuration {
    /// `[listenbrainz]`: ListenBrainz, which is told what is heard.
    package struct ListenBrainz: Equatable, Sendable {
        /// The file whose first line is the token of the user; empty: it is not told.
        package var tokenFile = ""
        /// Where it is.
        package var address = "https://api.listenbrainz.org"

        /// Makes the defaults.
        package init() {}
    }

    /// `[lastfm]`: Last.fm, or a service that speaks as it does, which is told what is heard.
    package struct LastFM: Equatable, Sendable {
        /// The key of the program; empty: it is not told.
        package var key = ""
        /// The file whose first line is the secret of the program; empty: it is not told.
        package var secretFile = ""
        /// Where its calls go.
        package var address = "https://ws.audioscrobbler.com/2.0/"

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.ListenBrainz {
    /// Whether `text` is an address of the web.
    static func isAddress(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count } && text.utf8.count <= 500
            && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "@") }
    }
}

extension Configuration.LastFM {
    /// Whether `text` is the key of a program, or is empty.
    static func isKey(_ text: String) -> Bool {
        text.utf8.count <= 200 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
