package import MediaLibrary
import MediaTypes
import NIOCore
import Playback
import PlayerModel

// Pictures of media.
extension Application {
    /// Names the media whose picture a client wants.
    package enum PictureTarget: Hashable, Sendable {
        /// The current item.
        case current
        /// The queue item with this id.
        case item(Int64)
        /// The local file at a path or URL.
        case media(String)
    }

    /// Finds the picture of `target`. `answer` is called on the control thread, unless the client leaves while its request
    /// still waits.
    /// - Parameter withBytes: whether the answer has the bytes of the picture.
    package func findPicture(
        of target: PictureTarget, withBytes: Bool, for origin: Origin,
        answer: @escaping (Result<FoundPicture, PictureError>) -> Void
    ) {
        let uri: String
        do throws(PlaybackError) {
            uri = try location(of: target, for: origin)
        } catch {
            return answer(.failure(.player(error)))
        }
        guard Self.mayHavePicture(at: uri) else { return answer(.failure(.none(uri: uri))) }
        pictures.find(uri, withBytes: withBytes, for: origin, cancellation: cancellations.token(of: origin)) { result in
            switch result {
            case .success(let picture?): answer(.success(picture))
            case .success(nil): answer(.failure(.none(uri: uri)))
            case .failure(let error): answer(.failure(.media(error, uri: uri)))
            }
        }
    }

    private func location(of target: PictureTarget, for origin: Origin) throws(PlaybackError) -> String {
        let player = snapshot.player
        switch target {
        case .media(let uri):
            if let refusal = refusal(ofAddress: uri, for: origin) { throw refusal }
            return uri
        case .item(let id):
            if let item = player.queue.items.first(where: { $0.id == id }) { return item.location }
            throw PlaybackQueueLookup.notFound(id)
        case .current:
            if let item = player.item { return item.location }
            throw PlaybackError(.nothingToPlay, "there is no current item, so it has no picture")
        }
    }

    /// Whether media at an address can have a picture: files can, and stations of the directory, of whose logos files are kept. Any other
    /// server or a client would have to be asked for the whole beginning of its media once more.
    static func mayHavePicture(at uri: String) -> Bool {
        MediaAddress.isWeb(uri) ? StationAddress.station(in: uri) != nil : !MediaAddress.isPushed(uri)
    }

    /// Whether an item can have a picture. What somebody found when the tags were read may be old.
    static func mayHavePicture(_ item: QueueItem) -> Bool { mayHavePicture(at: item.location) }

    // MARK: The current item

    /// The picture of the current item, as far as ``followCurrentPicture(for:)`` was called.
    package var currentPicture: CurrentPicture {
        engine.assumeIsolated { $0.player.item }.map(shownPicture.picture) ?? .none
    }

    /// From now on looks for the picture of each current item, on a thread that may wait, and tells
    /// ``ApplicationEvent/currentPictureChanged`` whenever ``currentPicture`` changes. Before the first call nothing is looked
    /// for.
    /// - Parameter origin: the door that shows the picture.
    package func followCurrentPicture(for origin: Origin) {
        shownPicture.begin(for: origin)
        lookForCurrentPicture()
    }

    /// From now on looks for no picture of the current item.
    package func leaveCurrentPicture() { shownPicture.end() }

    /// Looks for the picture of the current item, if a door follows it.
    func lookForCurrentPicture() {
        guard shownPicture.isWanted else { return }
        // Later, because the engine may still be carrying out its decision.
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            let item = application.engine.assumeIsolated { $0.player.item }
            application.shownPicture.look(at: item) { [weak application] in application?.tell(.currentPictureChanged) }
        }
    }
}
