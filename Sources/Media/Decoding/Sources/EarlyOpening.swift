import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Synchronization
import SystemSupport

/// The item that comes next, opened while the one before it plays: if their disk hangs then, all that is needed is in memory. Any thread.
final class EarlyOpening: Sendable {
    private struct Wish {
        var uri: String
        var track: TrackWish
        /// Ends the opening and the reading.
        var cancellation: CancellationToken
        /// `nil` until it is open.
        var media: EarlyMedia?
    }

    private let wish = Mutex<Wish?>(nil)

    /// Opens `uri` on a thread of its own, and forgets what was expected before.
    func begin(
        _ uri: String, _ track: TrackWish, _ open: @escaping @Sendable (CancellationToken) throws(PlaybackError) -> EarlyMedia?
    ) {
        let token = CancellationToken()
        let isNews = wish.withLock { $0?.uri != uri || $0?.track != track }
        guard isNews else { return }
        replace(by: Wish(uri: uri, track: track, cancellation: token))
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-open") { [weak self] in
                // An error is told when the item is opened to be heard, and fails again.
                guard let media = try? open(token) else { return }
                self?.keep(media, for: token)
            }
        } catch {
            // The item is opened when it is to be heard, or fails there.
            end()
        }
    }

    /// Forgets what was expected.
    func end() { replace(by: nil) }

    /// Returns what was opened early, if that is `uri`, it is open, and the file was not changed since. `cancellation` ends its reading
    /// from now on.
    func take(_ uri: String, _ track: TrackWish, _ cancellation: CancellationToken) -> (any MediaSource)? {
        let found = wish.withLock { wish -> Wish? in
            guard let found = wish, found.uri == uri, found.track == track else { return nil }
            wish = nil
            return found
        }
        guard let found else { return nil }
        guard let media = found.media, media.file.isAsOpened else {
            found.cancellation.cancel()
            return nil
        }
        cancellation.register { [weak token = found.cancellation] in token?.cancel() }
        return media.source
    }

    private func keep(_ media: EarlyMedia, for token: CancellationToken) {
        wish.withLock { if $0?.cancellation === token { $0?.media = media } }
    }

    private func replace(by new: Wish?) {
        let old = wish.withLock { wish in
            defer { wish = new }
            return wish
        }
        old?.cancellation.cancel()
    }
}

/// Media that were opened early, and their file. One thread at a time uses them: at first the one that opens them, then the one that takes
/// them.
final class EarlyMedia: @unchecked Sendable {
    let source: any MediaSource
    let file: FileSource

    init(_ source: any MediaSource, _ file: FileSource) {
        self.source = source
        self.file = file
    }
}
