/// Which services in the web are told what is heard.
package struct ListenSettings: Hashable, Sendable {
    /// ListenBrainz.
    package struct ListenBrainz: Hashable, Sendable {
        /// Where it is, without the part that stands for a request.
        package var address: String
        /// The file whose first line is the token of the user.
        package var tokenFile: String

        package init(address: String, tokenFile: String) {
            self.address = address
            self.tokenFile = tokenFile
        }
    }

    /// Last.fm, or a service that speaks as it does.
    package struct LastFM: Hashable, Sendable {
        /// Where its calls go.
        package var address: String
        /// The key of the program.
        package var key: String
        /// The file whose first line is the secret of the program.
        package var secretFile: String

        package init(address: String, key: String, secretFile: String) {
            self.address = address
            self.key = key
            self.secretFile = secretFile
        }
    }

    /// `nil`: it is not told.
    package var listenBrainz: ListenBrainz?
    /// `nil`: it is not told.
    package var lastFM: LastFM?

    /// Makes settings by which nobody is told.
    package init() {}
}
