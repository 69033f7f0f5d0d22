package import PlayerModel
package import SystemSupport

extension PlaybackError {
    /// Makes the error if no descriptor is left for the media at `uri`.
    package init(_ error: DescriptorError, uri: String? = nil) { self.init(.limitExceeded, error.message, uri: uri) }
}
