import Media
import MediaLibrary
import PlayerModel

/// The picture of the current item.
package enum CurrentPicture: Hashable, Sendable {
    /// There is none, or there is no current item.
    case none
    /// Somebody looks for it.
    case pending
    /// The `file:` URL of a file with the picture.
    case file(String)
}

/// Finds the picture of the current item, if a door shows it. Confined to the control thread.
final class CurrentPictureFinder {
    private let finder: PictureFinder
    /// The door for which it looks; `nil` if no door wants the picture. Then nothing is done.
    private var door: Origin?
    /// The item that was looked into last.
    private var item: QueueItem?
    /// Ends the look that is under way.
    private var cancellation: CancellationToken?
    private var picture = CurrentPicture.none

    init(_ finder: PictureFinder) { self.finder = finder }

    /// Whether a door wants the picture.
    var isWanted: Bool { door != nil }

    /// Returns the picture of an item, which is ``CurrentPicture/pending`` while nobody has looked into the item yet.
    func picture(of wanted: QueueItem) -> CurrentPicture {
        guard isWanted, Application.mayHavePicture(wanted) else { return .none }
        return isLooking(into: wanted) ? picture : .pending
    }

    private func isLooking(into wanted: QueueItem?) -> Bool { wanted?.id == item?.id && wanted?.location == item?.location }

    /// From now on looks for `door`.
    func begin(for door: Origin) { self.door = door }

    /// Looks for the picture of `new`, unless that is the item that was looked into last. Calls `changed` whenever
    /// ``picture`` has changed.
    func look(at new: QueueItem?, changed: @escaping () -> Void) {
        guard let door, !isLooking(into: new) else { return }
        cancelLook()
        item = new
        let old = picture
        guard let new, Application.mayHavePicture(new) else {
            picture = .none
            if old != picture { changed() }
            return
        }
        picture = .pending
        if old != picture { changed() }
        let token = CancellationToken()
        cancellation = token
        finder.find(new.location, withBytes: false, for: door, cancellation: token) { [weak self] result in
            guard let self, !token.isCancelled else { return }
            cancellation = nil
            if case .success(let found?) = result, let url = found.url { picture = .file(url) } else { picture = .none }
            changed()
        }
    }

    /// Ends the look that is under way, and begins no other.
    func end() {
        cancelLook()
        door = nil
        (item, picture) = (nil, .none)
    }

    private func cancelLook() {
        cancellation?.cancel()
        cancellation = nil
        // Otherwise looks that nobody wants would wait before the one that somebody wants, until there is no room for it.
        if let door { finder.clientLeft(door) }
    }
}
