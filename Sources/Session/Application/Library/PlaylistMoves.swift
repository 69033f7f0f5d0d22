import Database
import MusicLibrary
import Synchronization

/// What has become of playlists and their stickers have not followed yet: in its order, until the library has done it. It belongs to no
/// client, so none takes it along when it leaves. Any thread; the library's alone takes away.
final class PlaylistMoves: Sendable {
    /// From how many moves on no further playlist is deleted or renamed.
    static let limit = 4_096

    private struct State {
        var waiting: [PlaylistMove] = []
        var haveStickersChanged = false
    }

    private let state = Mutex(State())

    /// Whether nothing waits.
    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Whether more would be too many.
    var isFull: Bool { state.withLock { $0.waiting.count >= Self.limit } }

    func add(_ move: PlaylistMove) { state.withLock { $0.waiting.append(move) } }

    /// Has the stickers follow, and forgets what they have followed. What fails still waits.
    func carryOut(in store: LibraryStore) throws(DatabaseError) {
        let moves = state.withLock { $0.waiting }
        guard !moves.isEmpty else { return }
        let haveChanged = try store.follow(moves)
        state.withLock { state in
            state.waiting.removeFirst(moves.count)
            state.haveStickersChanged = state.haveStickersChanged || haveChanged
        }
    }

    /// Whether stickers have changed since this was asked last.
    func takeNews() -> Bool {
        state.withLock { state in
            defer { state.haveStickersChanged = false }
            return state.haveStickersChanged
        }
    }
}
