import Application
import AudioTypes
import ControlProtocol
import ControlServer
import LineServer
import MediaTypes
import PlayerModel

// The methods of the queue.
extension ControlDoor {
    static let queue: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Queue.list) { door, parameters, request in
            let (offset, limit) = parameters
            let queue = door.application.snapshot.player.queue
            let page = queue.page(from: offset, count: limit)
            request.succeed(
                Wire.QueuePage(
                    items: page.map { Wire.QueueItem($0, in: queue) }, length: queue.items.count, revision: queue.revision,
                    next: page.endIndex < queue.items.count ? page.endIndex : nil))
        },
        MethodBinding(Methods.Queue.add) { door, insertion, request in
            let application = door.application
            application.add(insertion.uris, QueueInsertion(insertion), for: door.origin(request.client, joins: insertion.joins)) {
                result in
                request(
                    result.map { outcome in
                        Wire.QueueAddition(
                            ids: outcome.added, revision: application.snapshot.player.queue.revision,
                            skipped: outcome.skipped.map(Wire.SkippedEntry.init))
                    }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Queue.deduplicate) { door, _, request in
            door.perform(.deduplicate, request) { now, outcome in
                Wire.QueueRemoval(removed: outcome.removed, revision: now.player.queue.revision)
            }
        },
        .command(Methods.Queue.remove, { .remove($0) }, answer: revision),
        .command(Methods.Queue.move, { ids, position in .move(ids, position: position) }, answer: revision),
        .command(Methods.Queue.clear, { .clear }, answer: revision),
        .command(Methods.Queue.setPriority, { ids, priority in .setPriority(priority, of: ids) }, answer: revision),
        reversion(Methods.Queue.undo, .undo),
        reversion(Methods.Queue.redo, .redo),
        .command(
            Methods.Queue.setRange, { id, start, end in .setRange(MediaRange(start: start ?? 0, end: end), of: id) },
            answer: revision),
        .command(Methods.Queue.setTags, { id, tags in .setTags(tags.asQueueTags, of: id) }, answer: revision),
        .command(Methods.Queue.set) {
            PlayerCommand($0)
        } answer: {
            Wire.QueueModes($0.player.queue.modes)
        },
    ]

    private static func reversion(
        _ method: Method<Void, Wire.QueueReversion>, _ direction: QueueDirection
    ) -> MethodBinding<ControlDoor> {
        MethodBinding(method) { door, _, request in
            door.perform(.revert(direction), request) { now, outcome in
                Wire.QueueReversion(outcome.reverted, revision: now.player.queue.revision)
            }
        }
    }

    @Sendable
    private static func revision(_ snapshot: ApplicationSnapshot) -> Wire.QueueRevision {
        Wire.QueueRevision(revision: snapshot.player.queue.revision)
    }
}

extension Wire.QueueReversion {
    /// Makes the answer about a change that was taken back or done again.
    init(_ step: QueueStepReport?, revision: Int64) {
        self.init(
            change: step.map { Wire.QueueChangeKind($0.kind) } ?? .changed, count: step?.count ?? 0,
            undoable: step?.undoable ?? 0,
            redoable: step?.redoable ?? 0, revision: revision)
    }
}

extension Wire.QueueChangeKind {
    init(_ kind: QueueStepReport.Kind) {
        self =
            switch kind {
            case .added: .added
            case .removed: .removed
            case .moved: .moved
            case .replaced: .replaced
            case .changed: .changed
            case .several: .several
            }
    }
}
