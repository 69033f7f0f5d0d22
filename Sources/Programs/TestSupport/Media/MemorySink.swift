import Media
package import MediaTypes
import Synchronization

/// A sink that keeps everything in memory, and fails like a full disk if it is told to.
package final class MemorySink: ByteSink {
    package let canRewrite: Bool
    private let limit: Int
    private let state = Mutex<(bytes: [UInt8], calls: Int)>(([], 0))

    /// The error that the sink throws when it is full.
    package static let full = MediaError(.unreadable, "the disk is full", systemError: 28)

    /// Makes a sink.
    /// - Parameter limit: how many bytes fit.
    package init(canRewrite: Bool = true, limit: Int = .max) {
        self.canRewrite = canRewrite
        self.limit = limit
    }

    /// Everything that was written.
    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// How often the sink was called after its first failure.
    package var callsAfterFailure: Int { state.withLock { max(0, $0.calls - 1) } }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let copy = Array(bytes)
        let fits = state.withLock { state in
            guard state.calls == 0, state.bytes.count + copy.count <= limit else {
                state.calls += 1
                return false
            }
            state.bytes += copy
            return true
        }
        if !fits { throw Self.full }
    }

    package func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        precondition(canRewrite, "this sink cannot go back")
        let copy = Array(bytes)
        let works = state.withLock { state in
            guard state.calls == 0 else {
                state.calls += 1
                return false
            }
            state.bytes.replaceSubrange(Int(offset)..<Int(offset) + copy.count, with: copy)
            return true
        }
        if !works { throw Self.full }
    }
}
