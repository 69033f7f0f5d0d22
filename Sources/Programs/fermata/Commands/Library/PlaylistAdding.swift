import ControlProtocol
import JSON

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
        var last: JSONObject = [:]
        // At a place in the middle, the last part comes first, and those before it push it back.
        for (number, piece) in (index == nil ? pieces : pieces.reversed()).enumerated() {
            var parameters: JSONObject = ["name": .string(name), "uris": .array(piece.map(JSONValue.string))]
            if let mode, number == 0 {
                parameters["mode"] = .string(mode.rawValue)
            } else {
                parameters["position"] = index?.json
                parameters["revision"] = last["revision"]
            }
            let method = mode != nil && number == 0 ? "playlist.save" : "playlist.add"
            let reply = try connection.call(method, parameters)
            last = try options.show(reply) { PlaylistText.skipped($0) }.objectValue ?? [:]
        }
        last["skipped"] = nil
        if !options.json { Terminal.write(PlaylistText.outcome(.object(last))) }
    }
}
