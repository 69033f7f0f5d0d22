import MediaLibrary
import MusicLibrary
import NIOCore
import SystemSupport

/// Has stored playlists read and changed for clients: one after the other, the clients in turn, on a thread that exists only as long as
/// there is something to do. Confined to the control thread.
final class PlaylistDesk {
    private let work: ClientWork
    private let standardPath: String
    private(set) var directory: PlaylistDirectory
    /// Finds the songs of playlists with rules.
    let songs: SmartSongs
    /// What clients read in parts and rules have found, the latest last: other parts of it would be found anew, and sorted in another way.
    private var kept: [(client: Origin, name: String, contents: StoredContents)] = []
    private static let keptLimit = 4

    /// Makes it for use on `eventLoop`. Without a configured directory, the playlists are in one within `stateDirectory`.
    init(stateDirectory: String, library: Library, eventLoop: any EventLoop) {
        standardPath = "\(stateDirectory)/playlists"
        songs = SmartSongs(library)
        directory = PlaylistDirectory(path: standardPath, songs: songs) { _ in [] }
        // One at a time, so that no change comes between the reading and the writing of another one.
        work = ClientWork(
            threadName: "fermata-stored", running: 1, runningPerClient: 1, waitingPerClient: 256, eventLoop: eventLoop)
    }

    /// Takes over the settings. `roots`: the directories of music, at which entries may begin.
    func configure(_ settings: LibrarySettings, roots: MusicRoots) {
        songs.configure(roots)
        directory = PlaylistDirectory(path: settings.playlists ?? standardPath, songs: songs) { relative in
            guard !relative.split(separator: UInt8(ascii: "/")).contains([0x2E, 0x2E]) else { return [] }
            let place = roots.path(of: relative).map { [$0] } ?? []
            return place + roots.paths.map { $0 + [UInt8(ascii: "/")] + relative }.filter { !place.contains($0) }
        }
    }

    /// Has `work` done with the directory, and answers once it is done. Does not answer if the client leaves while its work waits.
    func run<Value: Sendable>(
        for client: Origin, _ work: @escaping @Sendable (PlaylistDirectory) throws(StoredPlaylistError) -> Value,
        answer: @escaping (Result<Value, StoredPlaylistError>) -> Void
    ) {
        self.work.perform(
            for: client,
            { [directory] in Result { () throws(StoredPlaylistError) in try work(directory) } },
            refusal: {
                switch $0 {
                case .tooManyWaiting(let limit):
                    StoredPlaylistError(
                        .limitExceeded, "\(limit) requests of this client about playlists wait, which is the limit")
                case .noThread(let failure): StoredPlaylistError(.limitExceeded, failure.description)
                }
            }, answer: answer)
    }

    /// Keeps what rules have found for a client, in place of what it has read before in the same playlist.
    func keep(_ contents: StoredContents, of name: String, for client: Origin) {
        kept.removeAll { $0.client == client && $0.name == name }
        kept.append((client, name, contents))
        kept.removeFirst(max(0, kept.count - Self.keptLimit))
    }

    /// What rules have found for a client; `nil` if it is not kept.
    func kept(_ name: String, for client: Origin) -> StoredContents? {
        kept.first { $0.client == client && $0.name == name }?.contents
    }

    /// Forgets what rules have found.
    func forgetKept() { kept = [] }

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) {
        work.clientLeft(client)
        kept.removeAll { $0.client == client }
    }
}
