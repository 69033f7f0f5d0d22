import ControlProtocol
import FermataKit

/// Adds media to the queue, in several messages if necessary: a shell may expand a pattern to more names than one message may
/// hold.
struct QueueAdding {
    /// Where to add the first.
    enum Place {
        case end
        case index(Int)
        /// Right behind the current item.
        case next
    }

    /// About how many bytes of addresses go into one message. The daemon takes messages of 1 MiB unless it is configured
    /// otherwise.
    private static let messageBytes = 256 << 10

    var place = Place.end
    /// Whether to leave out media that the queue already has.
    var isUnique = false
    /// Whether to take files that are not there, because they come later.
    var takesMissing = false
    /// Which of several audio tracks is played of each.
    var audio: Wire.TrackChoice?
    /// Whether undo takes the media back together with what was done before over the same connection.
    var joins = false

    /// What became of media.
    struct Outcome {
        /// The ids of the new items, in order; of very many in one message, only the first.
        var ids: [Int64] = []
        /// Why nothing could be added; `nil` if something was.
        var failure: ControlError?
    }

    /// Adds `addresses` and reports those that were left out.
    func run(
        _ addresses: [String], on connection: DaemonConnection, _ options: ConnectionOptions
    ) throws(ClientFailure) -> Outcome {
        var (added, skipped): (Int, [Wire.SkippedEntry]) = (0, [])
        var (failure, ids): (ControlError?, [Int64]) = (nil, [])
        // Media that is inserted right behind the current item pushes earlier insertions further back.
        var joins = joins
        let pieces = if case .next = place { Array(Self.pieces(addresses).reversed()) } else { Self.pieces(addresses) }
        for piece in pieces {
            var insertion = insertion(of: piece, behind: added)
            insertion.joins = joins
            joins = true
            let reply = try connection.ask(Methods.Queue.add, insertion)
            switch reply.result {
            case .success:
                if options.json { Terminal.write(reply.line) }
                let addition = reply.answer
                added += addition?.count ?? 0
                if case .next = place { ids = (addition?.ids ?? []) + ids } else { ids += addition?.ids ?? [] }
                skipped += addition?.skipped ?? []
            case .failure(let error) where error.isAboutMedia:
                failure = error
                if pieces.count > 1 { Terminal.warn("left out: \(error.message)") }
            case .failure(let error):
                if options.json { Terminal.write(reply.line) }
                throw .refused(error.message)
            }
        }
        if let failure, added == 0 { return Outcome(failure: failure) }
        if !options.json { Terminal.write(QueueText.added(added, skipped: skipped)) }
        return Outcome(ids: ids)
    }

    private func insertion(of addresses: ArraySlice<String>, behind count: Int) -> Wire.QueueInsertion {
        var insertion = Wire.QueueInsertion(uris: Array(addresses), unique: isUnique, missing: takesMissing, audio: audio)
        switch place {
        case .end: break
        case .index(let index): insertion.position = index + count
        case .next: insertion.next = true
        }
        return insertion
    }

    /// Returns the addresses in parts, each small enough for a message.
    static func pieces(_ addresses: [String]) -> [ArraySlice<String>] {
        var pieces: [ArraySlice<String>] = []
        var rest = addresses[...]
        while !rest.isEmpty {
            var bytes = 0
            let piece = rest.prefix { address in
                // Always takes at least one. A single address is below every limit here; the daemon has its own limit.
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
    /// Whether the error is about the media that was named, so that other media may still be played.
    var isAboutMedia: Bool {
        [.mediaNotFound, .mediaUnreadable, .mediaUnsupported, .mediaCorrupt, .uriNotAllowed, .networkFailed].contains(code)
    }
}
