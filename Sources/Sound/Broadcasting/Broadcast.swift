package import AudioTypes
package import RealtimeAudio
import SystemSupport

/// An endless stream of sound that somebody puts into buffers, with silence where nothing comes, encoded in each format that is wanted. A
/// thread of its own does the work, as long as the broadcast lives.
package final class Broadcast: Sendable {
    /// What comes of it.
    package enum News: Hashable, Sendable {
        /// A stream begins. Every listener gets these bytes first, and then pieces, whichever is the first.
        case began(Stream, head: [UInt8])
        /// What follows in a stream.
        case piece(Stream, [UInt8])
        /// A stream has ended, for a reason that is a sentence for a person.
        case failed(Stream, String)
    }

    /// One stream of the broadcast.
    package struct Stream: Hashable, Sendable {
        package let format: BroadcastFormat
        /// Tells it from the streams before it in the same format.
        package let number: UInt64

        /// Names a stream.
        package init(_ format: BroadcastFormat, number: UInt64) {
            self.format = format
            self.number = number
        }
    }

    /// How long a buffer is, in seconds: far more than the thread is ever late.
    private static let bufferSeconds = 2.0

    private let thread: WorkerThread<BroadcastRun.Message>

    /// Starts with nothing to encode. `report` is called on the broadcast's thread.
    /// - Parameter format: the rate, the channels and the depth of what listeners get, whatever plays.
    /// - Throws: if no descriptor or no thread is left.
    package init(_ format: PCMFormat, report: @escaping @Sendable (News) -> Void) throws {
        thread = try WorkerThread(dispensable: "fermata-listen")
        let thread = thread
        try thread.attemptStart {
            do {
                var run = BroadcastRun(format, thread: thread, report: report)
                run.run()
            }
            // Encoders have taken megabytes, and the next listener may come in a week.
            ProcessMemory.releaseFree()
        }
    }

    deinit { thread.post(.end) }

    /// Makes a buffer for sound of `format`.
    package func makeBuffer(_ format: StreamFormat) -> CaptureBuffer {
        CaptureBuffer(format: format, seconds: Self.bufferSeconds, workerDescriptor: thread.descriptor)
    }

    /// Takes the sound out of `buffer` from now on, once the one before is empty; `nil` for none.
    package func follow(_ buffer: CaptureBuffer?) { thread.post(.follow(buffer)) }

    /// Makes these streams from now on, and no others.
    package func encode(_ streams: Set<Stream>) { thread.post(.encode(streams)) }
}
