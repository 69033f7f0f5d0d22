import ControlProtocol

/// Adds media to the queue in messages that the daemon takes: a shell expands a name to more than one of them holds.
struct QueueAdding {
    /// Where the first goes.
    enum Place {
        case end
        case index(Int)
        /// Right behind what is played.
        case next
    }

    /// About how many bytes of addresses go into one message, of which the daemon takes 1 MiB unless it is told otherwise.
    private static let messageBytes = 256 << 10

    var place = Place.end
    /// Whether what the queue has already is left out.
    var isUnique = false

    /// Adds all of them, says what was left out, and answers why nothing could be added where that is so.
    func run(
        _ addresses: [String], on connection: DaemonConnection, _ options: ConnectionOptions
    ) throws(ClientFailure) -> ControlError? {
        var (added, skipped): (Int, [Wire.SkippedEntry]) = (0, [])
        var failure: ControlError?
        // What is put right behind the current item pushes what was put there before it further back.
        let pieces = if case .next = place { Array(Self.pieces(addresses).reversed()) } else { Self.pieces(addresses) }
        for piece in pieces {
            let reply = try connection.call("queue.add", parameters(piece, behind: added))
            switch reply.result {
            case .success(let value):
                if options.json { Terminal.write(reply.line) }
                let addition = try? Wire.QueueAddition(json: value)
                added += addition?.count ?? 0
                skipped += addition?.skipped ?? []
            case .failure(let error) where error.isAboutMedia:
                failure = error
                if pieces.count > 1 { Terminal.warn("left out: \(error.message)") }
            case .failure(let error):
                if options.json { Terminal.write(reply.line) }
                throw .refused(error.message)
            }
        }
        if let failure, added == 0 { return failure }
        if !options.json { Terminal.write(QueueText.added(added, skipped: skipped)) }
        return nil
    }

    private func parameters(_ addresses: ArraySlice<String>, behind count: Int) -> JSONObject {
        var parameters: JSONObject = ["uris": .array(addresses.map(JSONValue.string))]
        switch place {
        case .end: break
        case .index(let index): parameters["position"] = .integer(Int64(index + count))
        case .next: parameters["next"] = .bool(true)
        }
        if isUnique { parameters["unique"] = .bool(true) }
        return parameters
    }

    private static func pieces(_ addresses: [String]) -> [ArraySlice<String>] {
        var pieces: [ArraySlice<String>] = []
        var rest = addresses[...]
        while !rest.isEmpty {
            var bytes = 0
            let piece = rest.prefix { address in
                // Its first always: one alone is within every limit but the daemon's own.
                defer { bytes += address.utf8.count + 3 }
                return bytes == 0 || bytes + address.utf8.count <= messageBytes
            }
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

extension ControlError {
    /// Whether something is wrong with the media that were named, and others might do.
    var isAboutMedia: Bool {
        [.mediaNotFound, .mediaUnreadable, .mediaUnsupported, .mediaCorrupt, .uriNotAllowed, .networkFailed].contains(code)
    }
}
