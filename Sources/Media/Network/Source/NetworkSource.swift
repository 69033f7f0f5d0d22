import Glibc
package import Media
package import MediaTypes
import SystemSupport

/// The bytes behind an address on the network, which a thread of their own fetches ahead.
///
/// A reader waits only for the bytes, never for a name server or a handshake. It returns at once when the token is
/// cancelled or interrupted. If a connection breaks, the thread makes it again: at the byte where it broke, or live if
/// the content is live.
package final class NetworkSource: ByteSource {
    /// A jump ahead by up to this many bytes reads them instead of making a new request.
    private static let readThrough: Int64 = 256 * 1024

    /// What the first answer says about the content.
    package let content: RemoteContent
    private let feed: Monitor<Feed>
    private let wakeFlag: WakeFlag
    let configuration: NetworkConfiguration
    /// Until when it can be read, by the monotonic clock in nanoseconds; `nil` for as long as somebody wants.
    let deadline: Int64?
    private let cancellation: CancellationToken
    private let handler: Int?
    private let interruptionHandler: Int
    /// The fetchers of the stream that this source is, or is a part of.
    let fetchers: Fetchers

    /// Requests the content and waits for the first answer.
    ///
    /// - Parameters:
    ///   - reach: which addresses the request may connect to.
    ///   - keepsTrying: whether a first connection that fails is tried again until the time-out.
    ///   - deadline: until when it can be read, and everything that it names, by the monotonic clock in nanoseconds; `nil` for ever.
    ///   - ahead: lets content that can seek be read ahead further than is needed for now; `nil` for no more than that.
    /// - Throws: ``MediaError/Code/notFound``, ``MediaError/Code/networkFailed``, ``MediaError/Code/notAllowed``,
    ///   ``MediaError/Code/cancelled``, ``MediaError/Code/limitExceeded``.
    package convenience init(
        _ address: WebAddress, reach: NetworkReach = .everywhere, keepsTrying: Bool = false, until deadline: Int64? = nil,
        ahead: StreamAhead? = nil, _ configuration: NetworkConfiguration, cancellation: CancellationToken
    ) throws(MediaError) {
        try self.init(
            address, reach: reach, keepsTrying: keepsTrying, until: deadline, configuration, by: Fetchers(configuration),
            cancellation: cancellation)
        if let ahead, content.isSeekable, content.size != nil {
            feed.withLock { $0.share = ahead.share() }
            feed.announceChange()
        }
    }

    /// Does the same for a part of a stream, which one of its `fetchers` fetches.
    /// - Parameter awaitsMissing: whether content that is not there is asked for again, as after a connection that fails.
    init(
        _ address: WebAddress, reach: NetworkReach, keepsTrying: Bool, awaitsMissing: Bool = false, until deadline: Int64?,
        _ configuration: NetworkConfiguration,
        by fetchers: Fetchers, cancellation: CancellationToken
    ) throws(MediaError) {
        guard configuration.isEnabled else {
            throw MediaError(.notAllowed, "the configuration turns the network off (network.enabled)")
        }
        let feed = Monitor(Feed(attentionSeconds: configuration.attentionSeconds))
        let wakeFlag = try WakeFlag()
        self.feed = feed
        self.wakeFlag = wakeFlag
        self.cancellation = cancellation
        self.configuration = configuration
        self.deadline = deadline
        self.fetchers = fetchers
        handler = cancellation.register { [weak feed, weak wakeFlag, weak fetchers] in
            if let feed, let wakeFlag { Self.abandon(feed, wakeFlag, fetchers) }
        }
        interruptionHandler = cancellation.registerInterruption { [weak feed] in feed?.withLock { _ in } }
        do throws(MediaError) {
            // Each source has its own thread, so that one that waits for a silent name server delays no other.
            do {
                try fetchers.start { connections in
                    // From here on the connections belong to the fetch. If the source stays open and asks for nothing,
                    // the fetch closes them.
                    var fetch = Fetch(
                        address, reach: reach, keepsTrying: keepsTrying, awaitsMissing: awaitsMissing, configuration,
                        over: connections.take(), feed: feed,
                        wakeFlag: wakeFlag)
                    connections = fetch.run()
                }
            } catch {
                throw MediaError(error)
            }
            let answer: Result<RemoteContent, MediaError>? = feed.wait(until: deadline) { feed in
                if let content = feed.content {
                    feed.satisfy(now: MonotonicClock.nanoseconds)
                    return .success(content)
                }
                if feed.isAbandoned || cancellation.isInterrupted { return .failure(.cancelled(address)) }
                return feed.failure.map { .failure($0) }
            }
            content = try (answer ?? .failure(.tooSlow(address))).get()
        } catch {
            cancellation.forget(handler)
            cancellation.forget(interruptionHandler)
            Self.abandon(feed, wakeFlag, fetchers)
            throw error
        }
    }

    deinit {
        cancellation.forget(handler)
        cancellation.forget(interruptionHandler)
        Self.abandon(feed, wakeFlag, fetchers)
    }

    /// Tells the fetcher that the reader is gone.
    private static func abandon(_ feed: Monitor<Feed>, _ wakeFlag: WakeFlag, _ fetchers: Fetchers?) {
        let isNews = feed.withLock { feed in
            defer { feed.isAbandoned = true }
            return !feed.isAbandoned
        }
        if isNews { fetchers?.expectReturn() }
        wakeFlag.set()
    }

    package var size: Int64? { content.size }

    package var isSeekable: Bool { content.isSeekable }

    package var isFar: Bool { true }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let result: Result<Int, MediaError>? = feed.wait(until: deadline) { feed in
            if feed.await(now: MonotonicClock.nanoseconds) { self.feed.announceChange() }
            let step = unsafe self.step(&feed, buffer, offset)
            if step != nil { feed.satisfy(now: MonotonicClock.nanoseconds) }
            return step
        }
        return try (result ?? .failure(.tooSlow(content.address))).get()
    }

    /// Returns what can be read now; `nil` to wait for more.
    private func step(
        _ feed: inout Feed, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64
    ) -> Result<Int, MediaError>? {
        if feed.isAbandoned || cancellation.isInterrupted { return .failure(.cancelled(content.address)) }
        if feed.jump != nil { return nil }
        if let size = content.size, offset >= size { return .success(0) }
        let (before, wasIdle) = (feed.window.start, feed.isIdle)
        let count = unsafe feed.take(into: buffer, at: offset)
        if feed.window.start > before || wasIdle { self.feed.announceChange() }
        if count > 0 { return .success(count) }
        guard offset >= feed.window.start, offset - feed.window.end <= Self.readThrough || !content.isSeekable else {
            feed.jump(to: offset)
            wakeFlag.set()
            self.feed.announceChange()
            return nil
        }
        if let failure = feed.failure { return .failure(failure) }
        return feed.isAtEnd ? .success(0) : nil
    }

    /// How many bytes of the content are in memory.
    var heldBytes: Int { feed.withLock { $0.window.count } }

    package func takeTitles() -> [StreamTitle] {
        feed.withLock { $0.takeTitles() }
    }
}

extension MediaError {
    fileprivate static func tooSlow(_ address: WebAddress) -> MediaError {
        MediaError(.networkFailed, "\(address.text) is given up: it does not come soon enough to look into it")
    }

    static func cancelled(_ address: WebAddress) -> MediaError { MediaError(.cancelled, "reading \(address.text) was cancelled") }
}

extension NetworkSource {
    /// Opens what the content names if it is a list of segments, within what the address of the list may lead to.
    package var segments: (any SegmentOpening)? { NetworkSegments(content, until: deadline, configuration, fetchers) }

    package var tags: [String: String] { content.tags }
}

/// Opens what a list from the network names: over the network only, and with no more reach than the list itself.
private final class NetworkSegments: SegmentOpening {
    private let content: RemoteContent
    private let deadline: Int64?
    private let configuration: NetworkConfiguration
    private let fetchers: Fetchers

    init(_ content: RemoteContent, until deadline: Int64?, _ configuration: NetworkConfiguration, _ fetchers: Fetchers) {
        self.content = content
        self.deadline = deadline
        self.configuration = configuration
        self.fetchers = fetchers
    }

    var patienceSeconds: Double { configuration.timeoutSeconds }

    var address: String { content.address.text }

    func resolve(_ reference: String) throws(MediaError) -> String { try content.address.resolving(reference).text }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        // A list that is read again may be away for a while; a segment that is not there is passed over.
        let isList = address == self.address
        // FFmpeg makes relative addresses absolute with the address that it was given, which has no password.
        return try NetworkSource(
            content.address.lendingCredentials(to: try WebAddress(address)), reach: content.reach, keepsTrying: true,
            awaitsMissing: isList, until: deadline, configuration, by: fetchers, cancellation: cancellation)
    }
}
