package import Media
package import MediaTypes
package import PlayerModel
import Synchronization
package import SystemSupport

/// Opens media and decodes them into a ring, on threads of its own: ``Openers`` open (which may hang on a slow disk), another
/// one decodes in bursts and sleeps until the ring is half empty. What comes over the network, or from a client, is opened
/// by a thread for each.
///
/// Its methods are for the control thread; they post messages and return at once. Answers come to `events`, called on the
/// worker's threads.
package final class DecodeWorker: Sendable {
    private let openers: Openers
    private let decoder = WorkerThread<DecodeMessage>(name: "fermata-decode")
    private let progress = DecodeProgress()
    private let orders = OrderCount()
    private let opening: any MediaOpening
    private let events: @Sendable (WorkerEvent) -> Void

    /// How far the decoding has got.
    package var reading: DecodeReading { progress.reading }

    /// Signalled when there is work: for the renderers whose ring this worker fills.
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

    /// Opens `uri` as `token`, where that leads no closer to home than `reach`. Ended early by `cancellation`.
    package func open(
        _ uri: String, as token: SourceToken, reach: NetworkReach = .everywhere, cancellation: CancellationToken
    ) {
        guard opening.isRemote(uri) else {
            return openers.open(OpenOrder(uri: uri, token: token, cancellation: cancellation))
        }
        let decoder = decoder
        let opening = opening
        let events = events
        do {
            try OwnThread.start(name: "fermata-open") {
                Opener(opening: opening, decoder: decoder, events: events).open(uri, token, reach, cancellation)
            }
        } catch {
            events(.failedToOpen(token, PlaybackError(MediaError(error), uri: uri)))
        }
    }

    /// Drops what is being decoded, or sought, and starts anew with `order`.
    package func begin(_ order: DecodeOrder) {
        orders.add()
        decoder.post(.begin(order))
    }

    /// Decodes `order` right behind what is being decoded, without a gap.
    package func append(_ order: DecodeOrder) { decoder.post(.append(order)) }

    /// Takes back what was appended after `segment`.
    package func cancel(after segment: UInt64) { decoder.post(.cancel(after: segment)) }

    /// Decodes no more until the next ``begin(_:)``.
    package func halt() {
        orders.add()
        decoder.post(.halt)
    }

    /// How long two tracks may overlap from now on, in seconds; 0 for not at all.
    package func setCrossfade(seconds: Double) { decoder.post(.setCrossfade(seconds: seconds)) }

    /// Closes a source that is not needed any more.
    package func close(_ token: SourceToken) { decoder.post(.close(token)) }

    /// Ends the threads, but for those that hang.
    package func shutDown() {
        openers.end()
        decoder.post(.end)
    }
}

/// For the opener thread that stays.
enum OpenMessage: Sendable {
    case open(OpenOrder)
    case end
}

/// For the decode thread.
enum DecodeMessage: Sendable {
    case adopt(SourceToken, SourceBox)
    case begin(DecodeOrder)
    case append(DecodeOrder)
    case cancel(after: UInt64)
    case halt
    case close(SourceToken)
    case setCrossfade(seconds: Double)
    case end
}

/// Counts the orders that end all others, so that the decode thread knows in the middle of a seek or a read that nobody waits for it.
final class OrderCount: Sendable {
    private let newest = Mutex((count: 0, order: CancellationToken()))

    /// One more is on its way: what is done for those before ends. Any thread.
    func add() {
        let old = newest.withLock { newest in
            defer { newest = (newest.count + 1, CancellationToken()) }
            return newest.order
        }
        old.cancel()
    }

    /// The order that is the `number`-th, which the next one cancels. Any thread.
    func order(_ number: Int) -> CancellationToken {
        if let order = newest.withLock({ $0.count == number ? $0.order : nil }) { return order }
        let past = CancellationToken()
        past.cancel()
        return past
    }
}

/// Carries a source from an opener's thread, which lets go of it, to the decode thread.
final class SourceBox: @unchecked Sendable {
    let source: any MediaSource
    init(_ source: any MediaSource) { self.source = source }
}
