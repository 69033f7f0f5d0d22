package import MusicLibrary
package import PlayerModel

/// What observers learn about the library.
package enum LibraryNews: Sendable {
    /// How a scan is getting on, about twice a second.
    case scan(LibraryScan)
    /// A scan has changed what the library has.
    case changed(LibraryScan)
    /// Somebody has noted something of a song, or has removed such a note.
    case stickersChanged
    /// Other directories are watched than before.
    case watching(WatchReport)
    /// How far measuring of loudness is.
    case loudness(LoudnessProgress)
    /// An item was heard, and is over or was left. `song` is its id; `nil` if the library does not have it.
    case listened(ListeningReport, song: Int64?)
}

/// A scan of the library.
package struct LibraryScan: Sendable {
    /// What has become of a scan.
    package enum State: String, CaseIterable, Sendable {
        case running, done, failed, cancelled
    }

    /// The number, which grows with each scan of the daemon.
    package let id: Int64
    package let state: State
    package let progress: ScanProgress
    /// Why it failed; `nil` unless it did.
    package let problem: String?
}
