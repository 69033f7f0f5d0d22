import Decoding
import Media
import MediaTypes
import PlayerModel

/// Finds the lyrics of the current item, if somebody follows their lines. Confined to the control thread.
final class CurrentLyricsFinder {
    private let prober: MediaProber
    /// Everybody who follows counts as one client.
    private static let origin = Origin(.control, client: 0)

    /// Whether anybody follows the lines.
    private(set) var isWanted = false
    /// The item that was looked into last.
    private var item: (id: Int64, location: String)?
    /// Ends the look that is under way.
    private var cancellation: CancellationToken?

    init(_ prober: MediaProber) { self.prober = prober }

    /// From now on looks.
    func begin() { isWanted = true }

    /// Looks for the lyrics of `new`, unless that is the item that was looked into last. Calls `found` with them once that is known.
    func look(at new: QueueItem?, found: @escaping (Lyrics?, Int64) -> Void) {
        guard isWanted, new?.id != item?.id || new?.location != item?.location else { return }
        cancel()
        item = new.map { ($0.id, $0.location) }
        // What a client sends cannot be read twice, and a station sings on.
        guard let new, !MediaAddress.isWeb(new.location), !MediaAddress.isPushed(new.location) else { return }
        let token = CancellationToken()
        cancellation = token
        let id = new.id
        prober.lyrics(of: new.location, reach: .everywhere, for: Self.origin, cancellation: token) { [weak self] result in
            guard let self, !token.isCancelled else { return }
            cancellation = nil
            found((try? result.get())?.lyrics, id)
        }
    }

    /// Ends the look that is under way, and begins no other.
    func end() {
        cancel()
        (isWanted, item) = (false, nil)
    }

    private func cancel() {
        cancellation?.cancel()
        cancellation = nil
        // Otherwise looks that nobody wants would wait in front of the one that somebody wants.
        prober.clientLeft(Self.origin)
    }
}
