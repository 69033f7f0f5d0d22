package import MediaTypes

/// What somebody may take out of playlists and directories.
package struct ListScope: Sendable {
    /// Where addresses of the network may lead.
    package let reach: NetworkReach
    /// Whether the file or the directory at an absolute path may be used; `nil` for all.
    let admits: (@Sendable (_ path: [UInt8]) -> Bool)?

    /// Everything there is.
    package static let everything = ListScope(reach: .everywhere, admits: nil)

    /// Makes a scope that has the files for which `admits` is true.
    package init(reach: NetworkReach, admits: @escaping @Sendable (_ path: [UInt8]) -> Bool) {
        self.reach = reach
        self.admits = admits
    }

    private init(reach: NetworkReach, admits: (@Sendable ([UInt8]) -> Bool)?) {
        self.reach = reach
        self.admits = admits
    }

    /// Throws if the media at an address may not be used. The disk is not read.
    func check(_ uri: String) throws(MediaError) {
        guard let admits, !MediaAddress.isWeb(uri) else { return }
        let path = (try? MediaLocation(uri: MediaRange.split(uri)?.file ?? uri))?.path
        guard let path, admits(path) else {
            throw MediaError(.notAllowed, "\(MediaAddress.shown(uri)) is not in the directories of music")
        }
    }
}
