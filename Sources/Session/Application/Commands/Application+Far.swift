import AudioTypes
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

// What clients of the network may have done. They may be anybody, and only their door keeps others out: they do not make the daemon
// reach where they cannot reach themselves, and learn nothing of the user's files but what the library shows.
extension Application {
    /// Where the addresses lead that a client names, or that the media name which it names.
    func reach(of origin: Origin) -> NetworkReach { origin.isFar ? farReach : .everywhere }

    /// What a client may have taken out of playlists: one of the network no files but those in the directories of music.
    func scope(of origin: Origin) -> ListScope {
        guard origin.isFar else { return .everything }
        let roots = library.roots
        return ListScope(reach: reach(of: origin)) { roots.place(of: LocationResolver.byName($0)) != nil }
    }

    /// Returns why a client may not name an address; `nil` if it may. Clients of the network name what the library and the stored playlists
    /// have, and addresses of the network. The disk is not asked: nobody learns which other files there are.
    func refusal(ofAddress uri: String, for origin: Origin) -> PlaybackError? {
        guard origin.isFar, !MediaAddress.isWeb(uri), LibraryAddress(uri) == nil, PlaylistName.name(inAddress: uri) == nil else {
            return nil
        }
        do throws(MediaError) {
            let file = try MediaLocation(uri: MediaRange.split(uri)?.file ?? uri)
            if library.roots.place(of: LocationResolver.byName(file.path)) != nil { return nil }
        } catch {
            // An address that nobody may name.
        }
        return PlaybackError(
            .media(.notAllowed), "clients of the network name songs of the library and addresses of the network only")
    }

    /// Returns why a client may not have it looked at what an address leads to; `nil` if it may. Who may only look on has the daemon ask no
    /// address of the network that nobody has put into the queue.
    func refusal(ofReading uri: String, for origin: Origin) -> PlaybackError? {
        if let refusal = refusal(ofAddress: uri, for: origin) { return refusal }
        guard origin.isFar, MediaAddress.isWeb(uri), !snapshot.player.queue.items.contains(where: { $0.location == uri }) else {
            return nil
        }
        return PlaybackError(
            .media(.notAllowed), "of the addresses of the network, clients of the network name those that are in the queue only")
    }

    /// Returns why a client may not have something recorded so; `nil` if it may. Clients of the network do not say where a file is to be.
    func refusal(ofRecording request: RecordingRequest, for origin: Origin) -> MediaError? {
        guard origin.isFar, request.path != nil else { return nil }
        return MediaError(
            .notAllowed, "clients of the network name no files: without \"path\", a recording gets a name of its own")
    }

    /// Returns why a client may not choose this impulse response; `nil` if it may. Clients of the network take one away, but name no file.
    func refusal(ofImpulse path: String?, for origin: Origin) -> MediaError? {
        guard origin.isFar, path != nil else { return nil }
        return MediaError(.notAllowed, "clients of the network name no files, and so no impulse response")
    }

    /// Returns the items with the reach of the client that adds them, which they keep for as long as they are in a queue or in a
    /// stored playlist.
    func limited(_ items: [QueueItem], for origin: Origin) -> [QueueItem] {
        guard reach(of: origin) == .publicOnly else { return items }
        return items.map { item in
            guard MediaAddress.isWeb(item.location) else { return item }
            var item = item
            item.isPublicOnly = true
            return item
        }
    }

    /// Returns the command as a client may give it.
    /// - Throws: if it is none for clients of the network, which only play what is in the queue.
    func permitted(_ command: PlayerCommand, for origin: Origin) throws(ApplicationError) -> PlayerCommand {
        guard origin.isFar else { return command }
        switch command {
        case .addItems(let items, let insertion): return .addItems(limited(items, for: origin), insertion)
        // What the library has leads nowhere else.
        case .playList(let uri, _, _) where LibraryAddress(uri) != nil: return command
        case .playURI, .playList, .playStream:
            throw .player(PlaybackError(.media(.notAllowed), "clients of the network play what is in the queue only"))
        default: return command
        }
    }

    /// Returns a sentence as a client may read it: for one of the network, files are named by their places in the library, and others
    /// by their last names.
    package func sentence(_ text: String, for origin: Origin) -> String {
        guard origin.isFar else { return text }
        let roots = library.roots.paths.map { path in
            (
                path: String(decoding: path, as: UTF8.self),
                name: library.roots.place(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            )
        }
        return PathlessText.of(text, below: roots)
    }
}
