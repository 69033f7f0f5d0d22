import Decoding
import Media
import SystemSupport

/// Keeps a token for each client that waits for something, and ends what it waits for once it is gone. Confined to the control thread.
final class Cancellations {
    private var tokens: [Origin: CancellationToken] = [:]

    /// Those for whom something may be under way.
    var origins: [Origin] { Array(tokens.keys) }

    /// Returns the token that ends the work for one client. It lasts until ``cancel(_:)``.
    func token(of origin: Origin) -> CancellationToken {
        if let token = tokens[origin] { return token }
        let token = CancellationToken()
        tokens[origin] = token
        return token
    }

    /// Ends the work for a client.
    func cancel(_ origin: Origin) { tokens.removeValue(forKey: origin)?.cancel() }
}
