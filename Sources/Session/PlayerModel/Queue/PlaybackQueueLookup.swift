/// Makes the error for a missing item, so that its sentence is written once.
package enum PlaybackQueueLookup {
    package static func notFound(_ id: Int64) -> PlaybackError {
        PlaybackError(.queueItemNotFound, "no item of the queue has the id \(id)", item: id)
    }
}
