import AudioTypes
import Media
import MediaTypes
import Synchronization
import SystemSupport

/// A container that a client sends, decoded as it comes. FFmpeg cannot end a wait in the middle of a packet, so a thread of its own
/// waits for the client.
final class ContainedLiveInput: LiveInput {
    /// The most sound that may be decoded ahead, in seconds.
    private static let aheadSeconds = 1.0

    let format: StreamFormat
    let info: MediaInfo
    /// The stream ends with its last reader, and all may be decoded long before it is heard.
    private let source: PushedSource
    private let queue: LiveQueue
    private let errors: ErrorCount

    var decodeErrorCount: Int { errors.count.load(ordering: .relaxed) }

    /// Opens the container, and starts to decode it.
    init(_ source: PushedSource, name: String, cancellation: CancellationToken) throws(MediaError) {
        let reader = try AudioReader(source, name: name, cancellation: cancellation)
        (format, info) = (reader.outputFormat, reader.info)
        self.source = source
        do throws(DescriptorError) {
            queue = try LiveQueue(limit: Int(Self.aheadSeconds * Double(format.sampleRate.hertz)))
        } catch {
            throw MediaError(.unreadable, "\(name) cannot be read: \(error.message)")
        }
        errors = ErrorCount()
        let pump = Pump(reader, source, queue, errors)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-live") { pump.run() }
        } catch {
            throw MediaError(error)
        }
    }

    deinit { queue.close() }

    func read(
        into frames: HeldFrames, until deadline: Int64?, orSignalOf interruption: EventDescriptor
    ) throws(MediaError) -> LiveReading {
        try queue.take(into: frames, until: deadline, orSignalOf: interruption)
    }
}

/// How many packets a ``Pump`` could not decode.
private final class ErrorCount: Sendable {
    let count = Atomic<Int>(0)
}

/// Decodes a container into a queue, on a thread of its own.
private final class Pump: @unchecked Sendable {
    /// The most frames that one entry of the queue has.
    private static let mostFrames = 4_096

    private var reader: AudioReader
    private let source: PushedSource
    private let queue: LiveQueue
    private let errors: ErrorCount

    init(_ reader: consuming AudioReader, _ source: PushedSource, _ queue: LiveQueue, _ errors: ErrorCount) {
        self.reader = reader
        self.source = source
        self.queue = queue
        self.errors = errors
    }

    func run() {
        while true {
            let entry = next()
            errors.count.store(reader.decodeErrorCount, ordering: .relaxed)
            guard queue.put(entry) else { return }
            switch entry {
            case .frames: break
            case .flushed:
                source.goOn()
                reader.resume()
            case .ended, .failed: return
            }
        }
    }

    private func next() -> LiveQueue.Entry {
        let buffer = PlaneBuffer(channelCount: reader.outputFormat.channelCount, capacity: Self.mostFrames)
        do throws(MediaError) {
            let count = unsafe try reader.readPromptly(into: buffer.planes, capacity: buffer.capacity)
            guard count > 0 else { return source.endsForNow ? .flushed : .ended }
            var samples: [Float] = []
            samples.reserveCapacity(count * reader.outputFormat.channelCount)
            for channel in 0..<reader.outputFormat.channelCount {
                let plane = unsafe UnsafeBufferPointer(start: buffer.planes[channel], count: count)
                unsafe samples.append(contentsOf: plane)
            }
            return .frames(samples, count: count)
        } catch {
            return .failed(error)
        }
    }
}
