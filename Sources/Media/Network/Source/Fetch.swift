import Containers
import Media
import MediaTypes
import SystemSupport

/// The work of a fetching thread: keeps a feed filled, over as many connections as that needs.
struct Fetch {
    /// What to do next.
    private enum Order {
        case fetch(at: Int64)
        case end
    }

    /// How many bytes are read at once.
    private static let pieceSize = 32 * 1024
    /// How many bytes there has to be room for: a piece, and what was held back before it.
    private static let roomSize = pieceSize + Restart.limit

    private let address: WebAddress
    /// Which addresses the fetch may connect to. Once the host had a public address, only public ones: the user has not
    /// asked for a private address that the same name stands for later.
    private var reach: NetworkReach
    private let keepsTrying: Bool
    /// Whether content that is not there is asked for again.
    private let awaitsMissing: Bool
    private let configuration: NetworkConfiguration
    private let feed: Monitor<Feed>
    private let wakeFlag: WakeFlag
    private var exchange: Exchange?
    /// The connections: left by an earlier fetch, or made with the first request.
    private var connections: Connections?
    /// The offset in the content of the first byte of `exchange`.
    private var origin: Int64 = 0
    /// How many bytes to skip, because the server began at the beginning.
    private var surplus: Int64 = 0
    /// Decides whether the answer begins at the beginning or continues live; `nil` if there is nothing to decide.
    private var restart: Restart?
    /// Looks at what comes back before anybody reads it; `nil` if there is nothing to look at.
    private var arrival: Arrival?
    /// The newest bytes that the reader got or will get.
    private var known = KnownBytes()
    /// Bytes that must come again before anything else, because the server seems to have another content.
    private var proof: KnownBytes?
    /// Whether only bytes tell if the content is the same: its server gives the same content other validators each time.
    private var trustsBytes = false
    private var content: RemoteContent?
    private var retryPolicy: RetryPolicy
    /// Whether `exchange` has given bytes that were not known before.
    private var gaveNew = false

    init(
        _ address: WebAddress, reach: NetworkReach, keepsTrying: Bool, awaitsMissing: Bool,
        _ configuration: NetworkConfiguration, over connections: Connections?, feed: Monitor<Feed>, wakeFlag: WakeFlag
    ) {
        self.address = address
        self.reach = reach
        self.keepsTrying = keepsTrying
        self.awaitsMissing = awaitsMissing
        self.configuration = configuration
        self.connections = connections
        self.feed = feed
        self.wakeFlag = wakeFlag
        retryPolicy = RetryPolicy(timeoutSeconds: configuration.timeoutSeconds, now: MonotonicClock.nanoseconds)
    }

    /// Works until the reader is gone, and returns the connections, with which another fetch may continue.
    mutating func run() -> Connections? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { unsafe buffer.deallocate() }
        while case .fetch(let offset) = nextOrder() {
            do throws(NetworkFailure) {
                if exchange == nil { try connect(at: offset) }
                guard exchange != nil else { continue }
                unsafe try fetch(into: buffer)
            } catch {
                recover(from: error)
            }
        }
        exchange?.settle()
        exchange = nil
        return connections
    }

    /// Waits until there is work, and returns it.
    private mutating func nextOrder() -> Order {
        let began = MonotonicClock.nanoseconds
        var jumped = false
        func look(_ feed: inout Feed) -> Order? {
            if feed.isAbandoned { return .end }
            if let target = feed.jump {
                feed.jump = nil
                wakeFlag.clear()
                jumped = true
                return .fetch(at: target)
            }
            feed.updateCapacity()
            guard feed.wantsMore(room: Self.roomSize, now: MonotonicClock.nanoseconds) else { return nil }
            return .fetch(at: feed.window.end)
        }
        var order: Order?
        if exchange == nil, connections != nil {
            order = feed.wait(until: began + Int64(configuration.restSeconds * 1e9), look)
            // While a player is paused for hours, no connection stays open that it does not need.
            if order == nil { connections = nil }
        }
        while order == nil {
            let rest = feed.withLock { $0.endOfAttention(seconds: configuration.memorySeconds) }
            order = feed.wait(until: rest, look)
            if order == nil, rest != nil { giveBack() }
        }
        if jumped { exchange = nil }
        let now = MonotonicClock.nanoseconds
        // Time in which the reader wanted nothing does not count towards the time-out.
        if jumped || now - began > 10_000_000 { retryPolicy.beginAnew(now: now) }
        return order ?? .end
    }

    /// Gives memory back that nobody has read for long, and the connection that would go on behind it.
    private mutating func giveBack() {
        let isDone = feed.withLock { feed in
            // Somebody may have read meanwhile.
            guard let end = feed.endOfAttention(seconds: configuration.memorySeconds), end <= MonotonicClock.nanoseconds else {
                return false
            }
            feed.giveBack()
            return true
        }
        if isDone { exchange = nil }
    }

    private mutating func connect(at offset: Int64) throws(NetworkFailure) {
        let isLive = content?.isLive ?? false
        let deadline =
            content == nil && !keepsTrying ? retryPolicy.deadline : retryPolicy.stallDeadline(now: MonotonicClock.nanoseconds)
        // Texts between the sound count in ranges, so such content is asked for as a whole.
        let start = isLive || content?.hasTexts == true ? 0 : offset
        let new: Exchange
        if let content, let proof = proof.take() {
            new = try mirror(content, proof, until: deadline)
            // The next request is for the bytes that are wanted.
            if proof.end != offset { return }
        } else {
            new = try open(at: start, ifSameAs: trustsBytes ? nil : content?.validator, until: deadline)
            if let content { proof = try proofNeeded(by: new, content, at: offset) }
            // This connection is closed before the next request.
            if proof != nil { return }
        }
        surplus = 0
        restart = nil
        arrival = nil
        origin = isLive ? offset : start
        switch new.head.status {
        // The answer was read up to here already, to compare it.
        case 206 where new.hasBegun: break
        case 200 where isLive || offset == 0: break
        case 200,
            206 where start < offset && new.head.contentRange.start ?? 0 == 0:
            surplus = offset
            // Only its first bytes show whether the answer is a file or goes on for ever.
            let mayBeLive = content?.size == nil && content?.validator == nil || new.head.hasStationFields
            if trustsBytes || mayBeLive {
                restart = Restart(of: feed.withLock { $0.beginning }, reached: offset)
            }
        case 206 where isLive: break
        case 206 where new.head.contentRange.start ?? 0 == offset: break
        case 416 where content == nil && new.head.contentRange.size == 0:
            learn(RemoteContent(new))
            return end()
        case 416 where content == nil:
            throw .refused(
                MediaError(
                    .networkFailed,
                    "the server does not give out the beginning of \(address.text), because it takes it for a part that is not there "
                        + "(status 416)"))
        case 416 where (new.head.contentRange.size ?? 0) > offset:
            throw .failed("the server refuses to go on at byte \(offset)")
        // The content ends at that offset.
        case 416: return end()
        case let status where awaitsMissing && [404, 410].contains(status):
            throw .failed("there is nothing there (status \(status))")
        default: throw refusal(new.head.status)
        }
        if let content {
            try checkSameness(new, content)
            if isLive { look(at: new, content) }
        } else {
            learn(RemoteContent(new))
        }
        gaveNew = false
        exchange = new
    }

    private mutating func open(
        at start: Int64, ifSameAs validator: String?, until deadline: Int64
    ) throws(NetworkFailure) -> Exchange {
        let connections = if let connections { connections } else { try Connections() }
        self.connections = connections
        let configuration = configuration
        let new = try Exchange.open(
            address, reach: reach, configuration, over: connections, wakeFlag, until: deadline
        ) { place, cookies in
            Request(place, from: start, ifSameAs: validator, cookies, configuration)
        }
        if !new.beganPrivate, !configuration.allowsPrivateAddresses { reach = .publicOnly }
        return new
    }

    /// Has what comes back looked at before anybody reads it.
    private mutating func look(at new: Exchange, _ content: RemoteContent) {
        arrival = Arrival(after: feed.withLock { $0.beginning }, content.mediaType, RemoteContent(new).mediaType)
    }

    private mutating func learn(_ content: RemoteContent) {
        self.content = content
        feed.withLock { $0.content = content }
    }

    private var wasChanged: NetworkFailure {
        .refused(MediaError(.networkFailed, "\(address.text) was changed on the server while it was read"))
    }

    /// Checks that the content has not changed on the server: two versions must not be put together.
    private func checkSameness(_ new: Exchange, _ content: RemoteContent) throws(NetworkFailure) {
        guard !content.isLive else { return }
        let again = RemoteContent(new)
        if let size = content.size, let newSize = again.size, size != newSize { throw wasChanged }
        if !trustsBytes, let old = content.validator, let validator = again.validator, old != validator { throw wasChanged }
    }

    /// Returns the bytes that must come again before an answer that goes on at `offset` is believed; `nil` if it needs no proof. Mirrors give
    /// the same content other validators, so bytes that are known already decide whether it is the same.
    private mutating func proofNeeded(
        by new: Exchange, _ content: RemoteContent, at offset: Int64
    ) throws(NetworkFailure) -> KnownBytes? {
        guard !content.isLive, [200, 206].contains(new.head.status) else { return nil }
        let again = RemoteContent(new)
        if again.mediaType != content.mediaType, StreamKind(mediaType: again.mediaType) == .page {
            throw .failed("a web page came in place of the sound")
        }
        let isMirror =
            if let old = content.validator, let validator = again.validator { old != validator } else { false }
        let isKnown = known.end == offset && !known.bytes.isEmpty
        // One proof by the beginning is enough: after each one there is another request, which another mirror may answer.
        guard isMirror, content.size == again.size, !content.hasTexts, !trustsBytes || isKnown else { return nil }
        let proof = isKnown ? known : KnownBytes(endOf: feed.withLock { $0.beginning })
        // Nothing was read yet that could be put together with another version, or the server has no ranges: then it sends all again,
        // and the beginning of that is compared on the way.
        guard !proof.bytes.isEmpty, again.isSeekable else {
            trustsBytes = true
            return nil
        }
        return proof
    }

    /// Returns an answer that goes on behind the bytes of `proof`, if the server gives these again.
    private mutating func mirror(
        _ content: RemoteContent, _ proof: KnownBytes, until deadline: Int64
    ) throws(NetworkFailure) -> Exchange {
        let check = try open(at: proof.start, ifSameAs: nil, until: deadline)
        guard check.head.status == 206 else {
            guard check.head.status == 200 else { throw refusal(check.head.status) }
            throw wasChanged
        }
        guard RemoteContent(check).size == content.size, check.head.contentRange.start ?? 0 == proof.start,
            try check.readExactly(proof.bytes.count, until: deadline) == proof.bytes
        else { throw wasChanged }
        trustsBytes = true
        return check
    }

    private func refusal(_ status: Int) -> NetworkFailure {
        switch status {
        case 404, 410: .refused(MediaError(.notFound, "there is nothing at \(address.text) (status \(status))"))
        case 401:
            .refused(
                MediaError(
                    .networkFailed,
                    "the server gives out \(address.text) for a user and a password only (status 401), which belong before the host "
                        + "as in http://USER:PASSWORD@HOST/, and are forgotten when the daemon ends"))
        case 407:
            .refused(
                MediaError(
                    .networkFailed,
                    "the proxy wants a user and a password (status 407), which belong into its address as in "
                        + "http://USER:PASSWORD@PROXY/"))
        case 403:
            .refused(MediaError(.networkFailed, "the server does not give out \(address.text) (status \(status))"))
        case 408, 425, 429, 500...599: .failed("the server answers with status \(status)")
        default: .refused(MediaError(.networkFailed, "the server answers \(address.text) with status \(status)"))
        }
    }

    private mutating func fetch(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkFailure) {
        guard let exchange else { return }
        let count = unsafe try exchange.read(into: buffer, until: retryPolicy.stallDeadline(now: MonotonicClock.nanoseconds))
        let position = origin
        let title = exchange.takeTitle()
        guard count > 0 else { return try ended() }
        var early: [UInt8] = []
        if let held = unsafe restart?.compare(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
            if trustsBytes, !exchange.head.hasStationFields { throw wasChanged }
            goOnLive(with: exchange)
            early = held
        }
        let left = Int(min(surplus, Int64(count)))
        surplus -= Int64(left)
        let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[left..<count])
        if let title {
            feed.withLock { if $0.jump == nil { $0.add(StreamTitle(offset: position + title.position, title: title.title)) } }
        }
        if arrival != nil {
            unsafe early += piece
            switch arrival?.take(early) ?? .undecided {
            case .undecided: return
            case .same(let bytes):
                arrival = nil
                early = bytes
            case .other(let name): throw .refused(MediaError(.streamChanged, "\(address.text) has become \(name)"))
            case .page: throw .failed("a web page came in place of the sound")
            }
        }
        if left < count {
            retryPolicy.progressed(bytes: count - left, now: MonotonicClock.nanoseconds)
            gaveNew = true
        } else {
            retryPolicy.isAlive(now: MonotonicClock.nanoseconds)
        }
        if early.isEmpty { unsafe append(piece) } else { unsafe early.withUnsafeBytes { unsafe append($0) } }
    }

    private mutating func append(_ piece: UnsafeRawBufferPointer) {
        let place: Int64? = feed.withLock { feed in
            guard feed.jump == nil else { return nil }
            let end = feed.window.end
            guard unsafe feed.append(piece) else {
                feed.failure = MediaError(.limitExceeded, "there is no memory for what comes from \(address.text)")
                return nil
            }
            return end
        }
        if let place { unsafe known.append(piece, at: place) }
    }

    /// Treats as live what counted as a file: it did not continue at its beginning. So none of the answer's bytes were
    /// known before.
    private mutating func goOnLive(with new: Exchange) {
        restart = nil
        surplus = 0
        guard var content else { return }
        content.isLive = true
        // A station that states a length has made it up.
        content.size = nil
        learn(content)
        look(at: new, content)
    }

    /// Takes in the end of the answer, and finds out whether it is the end of the content.
    private mutating func ended() throws(NetworkFailure) {
        guard let content else { return end() }
        if content.isLive { throw .failed("the station ended the connection") }
        let reached = feed.withLock { $0.window.end }
        guard let size = content.size, reached < size else { return end() }
        throw .failed("the connection ended \(size - reached) bytes too early")
    }

    /// Whether a connection to content that is not live was made and gave only bytes that were known before.
    private var endedWithoutNews: Bool { exchange != nil && !gaveNew && content?.isLive == false }

    private mutating func end() {
        exchange = nil
        feed.withLock { if $0.jump == nil { $0.isAtEnd = true } }
    }

    private mutating func recover(from failure: NetworkFailure) {
        var wasEmpty = endedWithoutNews
        exchange = nil
        let now = MonotonicClock.nanoseconds
        switch failure {
        case .interrupted: return
        case .refused(let error): return fail(error)
        case .failed: break
        // It has not ended, so nothing says that the content is shorter than announced.
        case .timedOut: wasEmpty = false
        }
        guard content != nil || keepsTrying else { return fail(networkFailed(failure.reason)) }
        if wasEmpty, retryPolicy.wasEmpty() { return fail(networkFailed(failure.reason)) }
        // As long as somebody reads what is in memory, nothing is lost.
        if content?.isSeekable == true { retryPolicy.count(from: feed.withLock { $0.awaitedSince } ?? now) }
        guard let time = retryPolicy.retryTime(now: now) else {
            let time = Self.text(configuration.timeoutSeconds)
            return fail(networkFailed("nothing, or next to nothing, came for \(time) s, \(failure.reason)"))
        }
        _ = feed.wait(until: time) { $0.isAbandoned || $0.jump != nil ? true : nil }
    }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }

    private func networkFailed(_ reason: String) -> MediaError {
        MediaError(.networkFailed, "\(address.text) cannot be read: \(reason)")
    }

    private func fail(_ error: MediaError) { feed.withLock { if $0.jump == nil { $0.failure = error } } }
}
