import Application
import ControlProtocol
import JSON
import MediaLibrary
import MediaTypes
import PlayerModel
import Playlists

extension Wire.StoredPlaylist {
    init(_ playlist: StoredPlaylist) {
        self.init(
            name: playlist.name, path: playlist.path, modifiedAt: playlist.modified, size: playlist.size, smart: playlist.hasRules
        )
    }
}

extension Wire.PlaylistEntry {
    init(_ stored: StoredEntry) {
        let entry = stored.entry
        self.init(
            uri: MediaAddress.shown(entry.uri), title: QueueText.shown(entry.title), artist: QueueText.shown(entry.artist),
            duration: entry.duration, problem: stored.problem)
    }
}

extension Wire.PlaylistChange {
    init(_ news: PlaylistNews) {
        switch news.change {
        case .made: self.init(name: news.name, change: .created)
        case .edited: self.init(name: news.name, change: .edited)
        case .deleted: self.init(name: news.name, change: .deleted)
        case .outdated: self.init(name: news.name, change: .outdated)
        case .renamed(let new): self.init(name: news.name, change: .renamed, to: new)
        }
    }
}

extension ControlError {
    init(_ error: StoredPlaylistError) {
        switch error.code {
        case .badName, .badIndex: self.init(.invalidParams, error.message)
        case .notFound: self.init(.playlistNotFound, error.message)
        case .exists: self.init(.playlistExists, error.message)
        case .changed: self.init(.playlistChanged, error.message)
        case .limitExceeded: self.init(.limitExceeded, error.message, details: ["limit": "playlists"])
        case .hasRules: self.init(.playlistHasRules, error.message)
        case .badRules, .unreadable, .unwritable: self.init(.playlistFailed, error.message)
        }
    }
}

extension ControlError {
    /// Makes the error of a request that is about rules: that a playlist has none, or that they cannot be followed, is a mistake of the request.
    static func ofRules(_ error: StoredPlaylistError) -> ControlError {
        error.code == .badRules ? ControlError(.invalidParams, error.message) : ControlError(error)
    }
}
