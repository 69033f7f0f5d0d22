package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel
import Synchronization
package import SystemSupport

/// The threads that open media and decode them into a ring. ``Openers`` open local files, which may hang on a slow disk.
/// Another thread decodes in bursts and sleeps until the ring is half empty. Media from the network or from a client are opened
/// by a thread for each.
///
/// The methods are for the control thread; they post messages and return at once. Answers come to `events`, which is called on
/// the worker's threads.
package final class DecodeWorker: Sendable {
    private let openers: Openers
    private let decoder = WorkerThread<DecodeMessage>(name: "fermata-decode")
    private let progress = DecodeProgress()
    private let orders = OrderCount()
    private let opening: any MediaOpening
    private let events: @Sendable (WorkerEvent) -> Void

    /// How far decoding has got.
    package var reading: DecodeReading { progress.reading }

    /// The descriptor that wakes the decode thread. The renderers whose rings this worker fills signal it when there is work.
    package var descriptor: EventDescriptor { decoder.descriptor }

    /// Starts the threads.
    package init(opening: any MediaOpening, events: @escaping @Sendable (WorkerEvent) -> Void) {
        self.opening = opening
        self.events = events
        openers = Openers(Opener(opening: opening, decoder: decoder, events: events))
        let decoder = decoder
        let progress = progress
        let orders = orders
        openers.start()
        decoder.start {
            var loop = DecodeLoop(thread: decoder, progress: progress, orders: orders, events: events)
            loop.run()
        }
    }

    /// Opens `uri` under the number `token`. A network address may connect only to addresses that `reach` allows.
    /// `track` says
    /// which of several audio tracks is played. `cancellation` ends this early.
    package func open(
        _ uri: String, as token: SourceToken, reach: NetworkReach = .everywhere, track: TrackWish = TrackWish(),
        cancellation: CancellationToken
    ) {
        guard opening.isRemote(uri) else {
            return openers.open(OpenOrder(uri: uri, token: token, track: track, cancellation: cancellation))
        }
        let decoder = decoder
        let opening = opening
        let events = events
        do {
            try OwnThread.start(name: "fermata-open") {
                Opener(opening: opening, decoder: decoder, events: events).open(uri, token, reach, track, cancellation)
            }
        } catch {
            events(.failedToOpen(token, PlaybackError(MediaError(error), uri: uri)))
        }
    }

    /// Whether media are open whose bytes are read ahead.
    package var readsAhead: Bool { opening.readsAhead }

    /// Says which media come next, so that they are read ahead; `nil` for none. `track` says which of several audio tracks is played.
    package func expect(_ uri: String?, track: TrackWish) { opening.expect(uri, track: track) }

    /// Drops all that is being decoded, or sought, and begins anew with `order`.
    package func begin(_ order: DecodeOrder) {
        orders.add()
        decoder.post(.begin(order))
    }

    /// Decodes `order` directly behind the segment that is being decoded, without a gap.
    package func append(_ order: DecodeOrder) { decoder.post(.append(order)) }

    /// Takes back the segments that were appended after `segment`.
    package func cancel(after segment: UInt64) { decoder.post(.cancel(after: segment)) }

    /// Stops decoding until the next ``begin(_:)``.
    package func halt() {
        orders.add()
        decoder.post(.halt)
    }

    /// Sets how long two tracks may overlap from now on, in seconds; 0 means that they do not.
    package func setCrossfade(seconds: Double) { decoder.post(.setCrossfade(seconds: seconds)) }

    /// Gives `queue` the packets that are decoded from now on, and those that were decoded and perhaps not heard yet.
    package func tap(into queue: PacketQueue) { decoder.post(.tap(queue)) }

    /// Gives `queue` nothing more.
    package func removeTap(_ queue: PacketQueue) { decoder.post(.removeTap(queue)) }

    /// Has the decode thread call `answer` when it next looks at its mailbox.
    package func askToAnswer(_ answer: @escaping @Sendable () -> Void) { decoder.post(.answer(answer)) }

    /// Closes a source that is no longer needed.
    package func close(_ token: SourceToken) { decoder.post(.close(token)) }

    /// Ends the threads, except those that hang.
    package func shutDown() {
        openers.end()
        decoder.post(.end)
    }
}

/// A message to the opener thread that stays.
enum OpenMessage: Sendable {
    case open(OpenOrder)
    case end
}

/// A message to the decode thread.
enum DecodeMessage: Sendable {
    case adopt(SourceToken, SourceBox)
    case begin(DecodeOrder)
    case append(DecodeOrder)
    case cancel(after: UInt64)
    case halt
    case close(SourceToken)
    case setCrossfade(seconds: Double)
    case tap(PacketQueue)
    case removeTap(PacketQueue)
    case answer(@Sendable () -> Void)
    case end
}

/// Counts the orders that end all others. So the decode thread knows in the middle of a seek or a read that nobody waits for
/// it.
final class OrderCount: Sendable {
    private let newest = Mutex((count: 0, order: CancellationToken()))

    /// Counts one more order, which is about to be posted, and cancels the work for those before it. Any thread.
    func add() {
        let old = newest.withLock { newest in
            defer { newest = (newest.count + 1, CancellationToken()) }
            return newest.order
        }
        old.cancel()
    }

    /// Returns the token of order `number`, which the next order cancels. It is cancelled already if newer orders were counted.
    /// Any thread.
    func order(_ number: Int) -> CancellationToken {
        if let order = newest.withLock({ $0.count == number ? $0.order : nil }) { return order }
        let past = CancellationToken()
        past.cancel()
        return past
    }
}

/// Carries a source to the decode thread from an opener's thread, which no longer uses it after that.
final class SourceBox: @unchecked Sendable {
    let source: any MediaSource
    init(_ source: any MediaSource) { self.source = source }
}
