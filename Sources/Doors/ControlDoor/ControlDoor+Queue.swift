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
            application.add(insertion.uris, QueueInsertion(insertion), for: Origin(request.client)) { result in
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

    @Sendable
    private static func revision(_ snapshot: ApplicationSnapshot) -> Wire.QueueRevision {
        Wire.QueueRevision(revision: snapshot.player.queue.revision)
    }
}
