package import AudioTypes
import Media
package import MediaTypes
package import RealtimeAudio
import Synchronization
import SystemSupport

/// The progress that a recording's thread tells.
final class ToldProgress: Sendable {
    let progress = Mutex(RecordingWorker.Progress())
}

/// Writes what a stream captures to files, on a thread of its own. It ends by itself when the recording ends.
///
/// The thread never holds up the stream: while the disk is slow, sound waits in the buffer, and what does not fit is dropped,
/// counted and marked.
package final class RecordingWorker: Sendable {
    /// How much sound waits for a slow disk, in seconds.
    package static let bufferSeconds = 20.0
    /// The most memory that this sound takes, in bytes: 20 seconds of eight channels at 48 kHz. Sound with more channels or a higher
    /// rate waits for a shorter time.
    package static let mostBufferBytes = 32 << 20

    /// An order to the thread. It takes in all sound that came before the order, and then obeys.
    enum Order: Sendable {
        /// A piece ends here; the next one has this title, if there is one.
        case split(title: String?)
        /// Whether somebody wants levels.
        case sendLevels(Bool)
        /// The recording goes to this connection.
        case connect(ConnectionSink)
        case stop(RecordingEnd)
    }

    /// What the thread needs to know to begin.
    package struct Task: Sendable {
        package var plan: RecordingPlan
        package var destination: Destination
        /// The title for names and tags.
        package var title: String
        /// Notes the files that are being written; `nil` for none.
        package var journal: RecordingJournal?

        /// Makes a task.
        package init(plan: RecordingPlan, destination: Destination, title: String, journal: RecordingJournal? = nil) {
            self.plan = plan
            self.destination = destination
            self.title = title
            self.journal = journal
        }
    }

    /// Where the bytes go.
    package enum Destination: Hashable, Sendable {
        /// To new files in a directory.
        case files(RecordingDirectory, RecordingNaming)
        /// To the connection of a client, once ``connect(_:)`` has given it.
        case connection
    }

    /// What can be read of a recording at any time.
    package struct Progress: Hashable, Sendable {
        /// The frames of all files so far.
        package var frames: Int64 = 0
        /// The frames that the sound system never brought.
        package var missed: Int64 = 0
        /// The path of the file that is being written; empty before there is one.
        package var path = ""
    }

    /// Where the stream puts what it captures.
    package let buffer: CaptureBuffer
    private let thread: WorkerThread<Order>
    private let told = ToldProgress()
    private let gaps = ExpectedGaps()

    /// What was written so far. Any thread.
    package var progress: Progress { told.progress.withLock { $0 } }

    /// Starts the thread, which makes the first file.
    /// - Parameter report: gets what happens, on the thread; ``RecordingEvent/ended(_:)`` last, also if no file could be made.
    /// - Throws: ``MediaError/Code/limitExceeded`` if no thread or descriptor is left.
    package init(_ task: Task, report: @escaping @Sendable (RecordingEvent) -> Void) throws(MediaError) {
        do throws(DescriptorError) {
            thread = try WorkerThread(dispensable: "fermata-record")
        } catch {
            throw MediaError(.limitExceeded, error.message, systemError: error.number)
        }
        buffer = CaptureBuffer(
            format: task.plan.input, seconds: Self.bufferSeconds, in: Self.mostBufferBytes, workerDescriptor: thread.descriptor)
        do throws(OwnThread.Failure) {
            try thread.attemptStart { [thread, buffer, told, gaps] in
                let run = RecordingRun(task, buffer, told, gaps, report: report)
                run.begin()
                while !run.isOver {
                    // Without its connection the recording takes nothing out of the buffer, so a look at that would not let it sleep.
                    let mayWait = run.waitsForConnection || !run.hasWork && buffer.consumer.maySleep(untilWaiting: run.wakeMark)
                    if mayWait, thread.wait(timeout: run.timeout, orEndOf: run.socket) {
                        run.clientLeft()
                        break
                    }
                    run.turn(thread.takeMessages())
                }
            }
        } catch {
            throw MediaError(.limitExceeded, error.description, systemError: error.number)
        }
    }

    /// Returns how many bytes the sound of a recording in `format` takes at most while it waits.
    package static func mostBytes(of format: StreamFormat) -> Int {
        let frames = format.ringFrames(for: bufferSeconds, in: mostBufferBytes)
        // A ring rounds up to a power of two.
        let capacity = 1 << (Int.bitWidth - max(0, frames - 1).leadingZeroBitCount)
        return capacity * format.channelCount * MemoryLayout<Float>.stride
    }

    /// Gives the connection that the recording goes to. Nothing is written before, and nothing is lost.
    package func connect(_ sink: ConnectionSink) { thread.post(.connect(sink)) }

    /// Ends the piece with the sound that has come so far. The next piece begins with the next frame.
    /// - Parameter title: the title from then on; `nil` for the one that it has.
    package func split(title: String? = nil) { thread.post(.split(title: title)) }

    /// Says why sound is missing behind the last frame that has come. The stream must bring no more when this is called.
    package func expectGap(_ cause: RecordingMark.Cause) { gaps.expect(cause, behind: buffer.writtenCount) }

    /// Sets whether ``RecordingEvent/levels(_:)`` are reported.
    package func sendLevels(_ isWanted: Bool) { thread.post(.sendLevels(isWanted)) }

    /// Ends the recording with the sound that has come so far. The stream must bring no more when this is called. Does nothing if
    /// the recording is over.
    package func stop(_ end: RecordingEnd) { thread.post(.stop(end)) }
}
