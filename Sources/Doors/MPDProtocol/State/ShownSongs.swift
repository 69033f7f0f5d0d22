/// What clients were last shown of those songs of the queue that the library describes, so that they are told when it becomes something
/// else. A value.
///
/// It knows only what was shown, so it costs nothing while no client looks at the queue.
package struct ShownSongs: Hashable, Sendable {
    /// What was shown of a song.
    package struct Shown: Hashable, Sendable {
        /// The id of its item of the queue.
        package let id: Int64
        /// A number for all that the library says of it; 0 if the library does not have it.
        package let checksum: UInt64

        /// Makes a value.
        package init(id: Int64, checksum: UInt64) {
            self.id = id
            self.checksum = checksum
        }
    }

    private struct State: Hashable {
        /// `nil` if somebody was shown what the queue keeps, although the library says more.
        var checksum: UInt64?
        /// At which change of all of them it changed last.
        var changedAt: Int64
    }

    private var songs: [Int64: State] = [:]
    /// How often something has changed: added to the version of the queue, it makes the version that clients see.
    package private(set) var changeCount: Int64 = 0
    /// At which change everything was forgotten last.
    private var forgottenAt: Int64 = 0

    /// Makes a value that knows nothing.
    package init() {}

    /// How many songs are known.
    package var count: Int { songs.count }

    /// Whether no song is known.
    package var isEmpty: Bool { songs.isEmpty }

    /// Returns whether an item was shown.
    package func contains(_ id: Int64) -> Bool { songs[id] != nil }

    /// Takes in what is shown now. Returns whether something else was shown before of one of these songs.
    package mutating func take(_ shown: [Shown]) -> Bool {
        var hasChanged = false
        for song in shown {
            guard let before = songs[song.id] else {
                songs[song.id] = State(checksum: song.checksum, changedAt: forgottenAt)
                continue
            }
            guard before.checksum != song.checksum else { continue }
            songs[song.id] = State(checksum: song.checksum, changedAt: changeCount + 1)
            hasChanged = true
        }
        if hasChanged { changeCount += 1 }
        return hasChanged
    }

    /// Takes in that items were shown without what the library says of them, which it did not say in time. It counts as a change once it
    /// is known.
    package mutating func takeWithoutLibrary(_ ids: [Int64]) {
        for id in ids {
            // Without a song in the library, nothing else would have been shown.
            let isAlike = songs[id].map { $0.checksum == 0 } ?? true
            songs[id] = State(checksum: isAlike ? 0 : nil, changedAt: changes(of: id))
        }
    }

    /// Returns a number for an item that becomes another one whenever the library's part in what is shown of it changes.
    package func changes(of id: Int64) -> Int64 { songs[id]?.changedAt ?? forgottenAt }

    /// Forgets the items that are not among `ids`.
    package mutating func keepOnly(_ ids: Set<Int64>) { songs = songs.filter { ids.contains($0.key) } }

    /// Forgets everything: all items count as changed.
    package mutating func forget() {
        changeCount += 1
        (songs, forgottenAt) = ([:], changeCount)
    }
}
