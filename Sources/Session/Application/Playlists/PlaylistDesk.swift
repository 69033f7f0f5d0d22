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

    /// Makes it for use on `eventLoop`. Without a configured directory, the playlists are in one within `stateDirectory`.
    init(stateDirectory: String, eventLoop: any EventLoop) {
        standardPath = "\(stateDirectory)/playlists"
        directory = PlaylistDirectory(path: standardPath) { _ in [] }
        // One at a time, so that no change comes between the reading and the writing of another one.
        work = ClientWork(
            threadName: "fermata-stored", running: 1, runningPerClient: 1, waitingPerClient: 256, eventLoop: eventLoop)
    }

    /// Takes over the settings. `roots`: the directories of music, at which entries may begin.
    func configure(_ settings: LibrarySettings, roots: MusicRoots) {
        directory = PlaylistDirectory(path: settings.playlists ?? standardPath) { relative in
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

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) { work.clientLeft(client) }
}
