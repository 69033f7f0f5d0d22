package import MediaLibrary
import MusicLibrary
import PlayerModel

// Stored playlists that are made by rules.
extension Application {
    /// Reads the rules of a playlist, and what tells whether they are still the same.
    package func readRules(
        of name: String, for origin: Origin, answer: @escaping PlaylistAnswer<(text: String, revision: String)>
    ) {
        storedPlaylists.run(
            for: origin, { directory throws(StoredPlaylistError) in try directory.rules(of: name) }, answer: answer)
    }

    /// Writes the rules of a playlist, which is made if it is missing. Rules that nobody could follow are refused.
    /// - Parameter revision: the rules that the change is meant for; `nil` for any.
    package func setRules(
        _ text: String, of name: String, revision: String?, for origin: Origin, answer: @escaping PlaylistAnswer<PlaylistOutcome>
    ) {
        change(
            name, for: origin,
            { directory throws(StoredPlaylistError) in try directory.setRules(text, of: name, revision: revision) },
            answer: answer)
    }

    /// Tells the observers what has become of a playlist, and of those whose rules may name it.
    func tellPlaylist(_ name: String, _ change: PlaylistNews.Change) {
        storedPlaylists.forgetKept()
        tell(.playlist(PlaylistNews(name: name, change: change)))
        storedPlaylists.songs.forget(name)
        tellOutdated(by: .playlists)
    }

    /// Tells the observers which playlists somebody has read whose rules may find other songs now.
    /// - Parameter change: what has changed; `nil` for the files of the library.
    func tellOutdated(by change: SmartDependence?) {
        if change == nil || change == .playlists { endless.lookAgain() }
        for name in storedPlaylists.songs.takeOutdated(by: change) {
            tell(.playlist(PlaylistNews(name: name, change: .outdated)))
        }
    }

    /// Tells the same after something has happened in the library.
    func tellOutdated(after news: LibraryNews) {
        switch news {
        case .changed: tellOutdated(by: nil)
        case .stickersChanged: tellOutdated(by: .stickers)
        case .listened(let report, let song):
            if song != nil, report.countsAsPlay || report.countsAsSkip { tellOutdated(by: .plays) }
        case .scan, .watching, .loudness: break
        }
    }
}
