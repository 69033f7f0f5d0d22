import ControlProtocol
import FermataKit

/// Adds media to a stored playlist, in several messages if necessary.
struct PlaylistAdding {
    let name: String
    /// How the playlist is saved first; `nil` to add to it.
    var mode: Wire.PlaylistSaving?
    /// The index that the first is to have; `nil` for the end.
    var index: Int?

    /// Adds `addresses`, and reports what was left out.
    func run(_ addresses: [String], on connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure) {
        let pieces = QueueAdding.pieces(addresses)
        var last: Wire.PlaylistOutcome?
        // At a place in the middle, the last part comes first, and those before it push it back.
        for (number, piece) in (index == nil ? pieces : pieces.reversed()).enumerated() {
            let reply =
                if let mode, number == 0 {
                    try connection.ask(Methods.Playlist.save, (name, mode, uris: Array(piece)))
                } else {
                    try connection.ask(
                        Methods.Playlist.add, (name, uris: Array(piece), position: index, revision: last?.revision))
                }
            last = try options.show(reply) { PlaylistText.skipped($0) }.answer
        }
        last?.skipped = []
        if !options.json, let last { Terminal.write(PlaylistText.outcome(last)) }
    }
}
