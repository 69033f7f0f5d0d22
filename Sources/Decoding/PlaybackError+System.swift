package import PlayerModel
package import SystemSupport

extension PlaybackError {
    /// No descriptor is left for what `uri` needs.
    package init(_ error: DescriptorError, uri: String? = nil) { self.init(.limitExceeded, error.message, uri: uri) }
}
