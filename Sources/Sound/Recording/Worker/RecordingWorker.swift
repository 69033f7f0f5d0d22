import AudioTypes
package import Media
package import MediaTypes
package import RealtimeAudio
import Synchronization
import SystemSupport

/// The progress that a recording's thread tells.
final class ToldProgress: Sendable {
    let progress = Mutex(RecordingWorker.Progress())
    /// How many orders to split wait for the thread.
    let waitingSplits = Atomic(0)
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
        /// A piece ends here; the next one has this title, unless it is `nil`.
        case split(title: String?)
        /// The player plays something of this title, which begins a piece; the same as before if it is `nil`.
        case play(PlayedTitle?)
        /// Whether somebody wants levels.
        case sendLevels(Bool)
        /// The recording goes to this connection.
        case connect(ConnectionSink)
        /// The sound that comes from now on has another format, and is in this buffer.
        case changeFormat(RecordingPlan, CaptureBuffer, MutedFrames)
        /// The player plays samples that need this format, from the newest item on, if that waits, or else from now on.
        case deepen(RecordedFormat)
        /// Something happened to the input that is told where the recording is.
        case mark(RecordingMark.Cause)
        case stop(RecordingEnd)
    }

    /// What the thread needs to know to begin.
    package struct Task: Sendable {
        package var plan: RecordingPlan
        package var destination: Destination
        /// The title for names and tags.
        package var title: String
        /// Tags in addition to those of the plan, which count more.
        package var tags: [String: String]
        /// Whether pieces begin where the items begin that the player plays, if their titles differ.
        package var splitsAtItems: Bool
        /// Whether the format of the files follows the depth of the items that the player plays.
        package var followsDepth: Bool
        /// Notes the files that are being written; `nil` for none.
        package var journal: RecordingJournal?
        /// Brings the packets of what the player plays, if the plan is to copy them.
        package var packets: PacketQueue?
        /// Whether the recording begins with silence, until ``RecordingWorker/setMuted(_:)`` lets sound be heard.
        package var isMuted: Bool

        /// Makes a task.
        package init(
            plan: RecordingPlan, destination: Destination, title: String, tags: [String: String] = [:],
            splitsAtItems: Bool = false, followsDepth: Bool = false, journal: RecordingJournal? = nil,
            packets: PacketQueue? = nil,
            isMuted: Bool = false
        ) {
            self.plan = plan
            self.destination = destination
            self.title = title
            self.tags = tags
            self.splitsAtItems = splitsAtItems
            self.followsDepth = followsDepth
            self.journal = journal
            self.packets = packets
            self.isMuted = isMuted
        }
    }

    /// Where the bytes go.
    package enum Destination: Hashable, Sendable {
        /// To new files in a directory.
        case files(RecordingDirectory, RecordingNaming)
        /// To the connection of a client, once ``connect(_:)`` has given it.
        case connection
    }

    /// The buffer that the stream fills, and what was dropped of those before it.
    private struct Buffers: Sendable {
        var current: CaptureBuffer
        /// Which frames of it are silenced.
        var muted: MutedFrames
        var isMuted: Bool
        var droppedBefore: UInt64 = 0
    }

    /// What can be read of a recording at any time.
    package struct Progress: Hashable, Sendable {
        /// The length of all files so far, in seconds.
        package var seconds = 0.0
        /// The frames that the sound system never brought.
        package var missed: Int64 = 0
        /// The frames of packets that were to be copied, and that nobody took in time.
        package var lost: Int64 = 0
        /// The path of the file that is being written; empty before there is one.
        package var path = ""
    }

    private let buffers: Mutex<Buffers>
    private let thread: WorkerThread<Order>
    /// What brings the packets that are copied; `nil` if sound is encoded.
    package let packets: PacketQueue?
    private let told = ToldProgress()
    private let gaps = ExpectedGaps()

    /// What was written so far. Any thread.
    package var progress: Progress { told.progress.withLock { $0 } }

    /// Where the stream of the second source of a meeting puts what it captures; `nil` if it is none.
    package let second: CaptureBuffer?

    /// Where the stream puts what it captures.
    package var buffer: CaptureBuffer { buffers.withLock { $0.current } }

    /// The most bytes that what waits takes.
    package var mostBytes: Int { buffer.byteCount + (second?.byteCount ?? 0) + (packets == nil ? 0 : PacketQueue.mostBytes) }

    /// How many frames were dropped so far, because the disk was too slow.
    package var droppedFrames: Int64 {
        if packets != nil { return progress.lost }
        return buffers.withLock { Int64(clamping: $0.droppedBefore + $0.current.statistics.droppedFrames) }
    }

    /// Starts the thread, which makes the first file.
    /// - Parameters:
    ///   - filled: a buffer of the plan's format that a stream fills already. The recording begins with the sound in it, and nobody
    ///     else may take sound out of it. `nil` for an empty one.
    ///   - report: gets what happens, on the thread; ``RecordingEvent/ended(_:)`` last, also if no file could be made.
    /// - Throws: ``MediaError/Code/limitExceeded`` if no thread or descriptor is left.
    package init(
        _ task: Task, from filled: CaptureBuffer? = nil, report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(MediaError) {
        do throws(DescriptorError) {
            let descriptor = if let filled { filled.workerDescriptor } else { try EventDescriptor() }
            thread = WorkerThread(dispensable: "fermata-record", wokenBy: descriptor)
        } catch {
            throw MediaError(.limitExceeded, error.message, systemError: error.number)
        }
        packets = task.packets
        let buffer = filled ?? Self.makeBuffer(task.plan, thread)
        let second = task.plan.isMeeting ? Self.makeBuffer(task.plan, thread) : nil
        self.second = second
        let muted = MutedFrames(isMuted: task.isMuted)
        buffers = Mutex(Buffers(current: buffer, muted: muted, isMuted: task.isMuted))
        do throws(OwnThread.Failure) {
            try thread.attemptStart { [thread, buffer, told, gaps] in
                let run = RecordingRun(task, buffer, second, muted, told, gaps, report: report)
                run.begin()
                while !run.isOver {
                    if run.maySleep(), thread.wait(timeout: run.timeout, orEndOf: run.socket) {
                        run.clientLeft()
                        break
                    }
                    let orders = thread.takeMessages()
                    run.turn(orders)
                    let splits = orders.count { if case .split = $0 { true } else { false } }
                    told.waitingSplits.subtract(splits, ordering: .relaxed)
                }
            }
        } catch {
            throw MediaError(.limitExceeded, error.description, systemError: error.number)
        }
    }

    private static func makeBuffer(_ plan: RecordingPlan, _ thread: WorkerThread<Order>) -> CaptureBuffer {
        CaptureBuffer(
            format: plan.captured, seconds: seconds(of: plan), in: mostBufferBytes, workerDescriptor: thread.descriptor,
            timesCycles: plan.timesCycles)
    }

    /// How much sound waits. The sound of a copy only tells what is heard, and nothing is lost if its buffer is full.
    private static func seconds(of plan: RecordingPlan) -> Double { plan.format.encoded == nil ? 2 : bufferSeconds }

    /// Returns how many bytes the sound of a recording by `plan` takes at most while it waits.
    package static func mostBytes(of plan: RecordingPlan) -> Int {
        let format = plan.captured
        let frames = format.ringFrames(for: seconds(of: plan), in: mostBufferBytes)
        // A ring rounds up to a power of two.
        let capacity = 1 << (Int.bitWidth - max(0, frames - 1).leadingZeroBitCount)
        return capacity * format.channelCount * MemoryLayout<Float>.stride * (plan.isMeeting ? 2 : 1)
            + (plan.format.encoded == nil ? PacketQueue.mostBytes : 0)
    }

    /// Gives the connection that the recording goes to. Nothing is written before, and nothing is lost.
    package func connect(_ sink: ConnectionSink) { thread.post(.connect(sink)) }

    /// Ends the piece with the sound that has come so far. The next piece begins with the next frame.
    /// - Parameter title: the title from then on; `nil` for the one that it has.
    /// - Returns: whether the thread will do so. While the disk is slow, only ``mostWaitingSplits`` orders wait.
    @discardableResult
    package func split(title: String? = nil) -> Bool {
        guard told.waitingSplits.load(ordering: .relaxed) < Self.mostWaitingSplits else { return false }
        told.waitingSplits.add(1, ordering: .relaxed)
        thread.post(.split(title: title))
        return true
    }

    /// How many orders to split may wait for a slow disk.
    package static let mostWaitingSplits = 64

    /// Tells what the player plays. If it has another title, a piece begins: with the first frame of the newest item, if that has begun
    /// less than ``longestWait`` ago, and otherwise with the next frame.
    /// - Parameter title: `nil` if the title is the same as before.
    package func play(_ title: PlayedTitle?) { thread.post(.play(title)) }

    /// Goes on in a new file of this format with the newest item, if that has begun less than ``longestWait`` ago, and otherwise with the
    /// next frame. To be followed by ``play(_:)``, until which the item waits.
    package func deepen(_ format: RecordedFormat) { thread.post(.deepen(format)) }

    /// How long the sound of an item waits for the title or the depth of the item, in seconds.
    package static let longestWait = 0.4

    /// Says why sound is missing behind the last frame that has come. The stream must bring no more when this is called.
    package func expectGap(_ cause: RecordingMark.Cause) { gaps.expect(cause, behind: buffer.writtenCount) }

    /// Goes on in a new file with sound of the format that `plan` has, which the stream puts into another ``buffer`` from then on. The
    /// stream must bring no more of the old format when this is called.
    package func changeFormat(_ plan: RecordingPlan) {
        let new = Self.makeBuffer(plan, thread)
        let muted = buffers.withLock { buffers in
            buffers.droppedBefore += buffers.current.statistics.droppedFrames
            buffers.current = new
            buffers.muted = MutedFrames(isMuted: buffers.isMuted)
            return buffers.muted
        }
        thread.post(.changeFormat(plan, new, muted))
    }

    /// Records silence in place of the sound that comes from now on, or that sound again.
    package func setMuted(_ isMuted: Bool) {
        buffers.withLock { buffers in
            buffers.isMuted = isMuted
            buffers.muted.set(isMuted, from: buffers.current.writtenCount)
        }
    }

    /// Has the worker report a mark that misses no frame at the place where the recording is.
    package func mark(_ cause: RecordingMark.Cause) { thread.post(.mark(cause)) }

    /// Sets whether ``RecordingEvent/levels(_:)`` are reported.
    package func sendLevels(_ isWanted: Bool) { thread.post(.sendLevels(isWanted)) }

    /// Ends the recording with the sound that has come so far. The stream must bring no more when this is called. Does nothing if
    /// the recording is over.
    package func stop(_ end: RecordingEnd) { thread.post(.stop(end)) }
}
