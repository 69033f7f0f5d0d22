import Glibc

/// Waits until one of several descriptors has news: the one place in a client in which it waits.
package struct Waiter {
    /// A descriptor, and what is waited for there. Nothing happens at a descriptor that is `nil`.
    package struct Source {
        fileprivate let descriptor: CInt?
        fileprivate let events: CInt

        /// Bytes to read, or the end.
        package static func input(of descriptor: CInt?) -> Source { Source(descriptor: descriptor, events: POLLIN) }

        /// The same, and room to write.
        package static func inputAndRoom(of descriptor: CInt?) -> Source {
            Source(descriptor: descriptor, events: POLLIN | POLLOUT)
        }

        /// Only that the other side is gone.
        package static func loss(of descriptor: CInt?) -> Source { Source(descriptor: descriptor, events: 0) }
    }

    private let entries: [pollfd]

    /// Waits for `sources`, for at most so many milliseconds; -1 for any time. A signal may end the wait, with no news.
    package init(for sources: [Source], milliseconds: CInt = -1) {
        // The system passes over a negative descriptor.
        var entries = sources.map { pollfd(fd: $0.descriptor ?? -1, events: Int16($0.events), revents: 0) }
        if poll(&entries, nfds_t(entries.count), milliseconds) < 0 { entries = [] }
        self.entries = entries
    }

    /// Returns whether the source at `index` has bytes, has ended or has failed.
    package func hasNews(_ index: Int) -> Bool {
        entries.indices.contains(index) && entries[index].revents & ~Int16(POLLOUT) != 0
    }

    /// Returns whether the source at `index` has room to write.
    package func hasRoom(_ index: Int) -> Bool { entries.indices.contains(index) && entries[index].revents & Int16(POLLOUT) != 0 }
}
