import ControlProtocol
import FermataKit

/// Plays media that is added to the queue, instead of replacing it.
struct PlayAdding {
    private let options: ConnectionOptions
    private let connection: DaemonConnection
    private let audio: Wire.TrackChoice?

    init(_ options: ConnectionOptions, audio: Wire.TrackChoice? = nil) throws(ClientFailure) {
        self.options = options
        self.audio = audio
        connection = try options.connect()
    }

    /// Adds media, and plays the first if the player has stopped. One that is paused stays so.
    func add(_ addresses: [String], at place: QueueAdding.Place) throws(ClientFailure) {
        let added = try QueueAdding(place: place, audio: audio).run(addresses, on: connection, options)
        if let failure = added.failure { throw .refused(failure.message) }
        if let first = added.ids.first, try QueueReader(connection).status().state == .stopped { try play(first) }
    }

    /// Replaces the queue with media in random order, and plays it; without media, plays the queue itself in random order.
    func shuffle(_ addresses: [String]) throws(ClientFailure) {
        let reader = QueueReader(connection)
        let old = addresses.isEmpty ? [] : try reader.ids()
        if !addresses.isEmpty {
            let added = try QueueAdding(audio: audio).run(addresses, on: connection, options)
            if let failure = added.failure { throw .refused(failure.message) }
        }
        let (gone, ids) = (Set(old), try reader.ids())
        let new = ids.filter { !gone.contains($0) }.shuffled()
        guard let first = new.first else { throw .refused("the queue is empty") }
        try QueueOrdering.bringForward(new, on: connection, options)
        do throws(ClientFailure) {
            try play(first)
        } catch {
            // The queue stays as it was.
            if !addresses.isEmpty { try QueueOrdering.remove(new, on: connection, options) }
            throw error
        }
        try QueueOrdering.remove(old, on: connection, options)
    }

    private func play(_ item: Int64) throws(ClientFailure) {
        try options.perform(Methods.play, .item(item), on: connection, text: ConnectionOptions.headline)
    }
}
