import MediaTypes

/// One request and its answer, after all redirects. One thread at a time.
final class Exchange {
    /// The address that gave the answer, after all redirects.
    let address: WebAddress
    /// Which addresses this answer's content may lead to.
    let reach: NetworkReach
    /// Whether the host of the first request has a private address.
    let beganPrivate: Bool
    let head: ResponseHead
    private let transfer: Transfer
    private var text: StreamText?
    /// The newest title that was not taken yet, and how many bytes of sound of this answer precede it.
    private var title: (position: Int64, title: String)?
    private var position: Int64 = 0

    /// How many redirects are followed at most.
    private static let redirectLimit = 10

    /// Sends what `request` makes for an address, and for each to which that one leads.
    /// - Parameters:
    ///   - follows: whether redirects are followed; if not, such an answer is the last one.
    ///   - deadline: in nanoseconds of the monotonic clock.
    static func open(
        _ address: WebAddress, reach: NetworkReach, _ configuration: NetworkConfiguration, over connections: Connections,
        _ wakeFlag: WakeFlag, follows: Bool = true, until deadline: Int64,
        request: (WebAddress, RedirectCookies) -> Request
    ) throws(NetworkFailure) -> Exchange {
        var (address, reach, beganPrivate) = (address, reach, nil as Bool?)
        var cookies = RedirectCookies()
        for _ in 0...redirectLimit {
            let exchange = try Exchange(
                request(address, cookies), reach, beganPrivate, over: connections, wakeFlag, until: deadline)
            guard follows, [301, 302, 303, 307, 308].contains(exchange.head.status), let target = exchange.head.fields["location"]
            else {
                return exchange
            }
            cookies.take(exchange.head.cookies, from: address)
            reach = exchange.reach
            beganPrivate = exchange.beganPrivate
            do throws(MediaError) {
                // A password stays with the host for which it was given.
                address = try address.resolving(target)
            } catch {
                throw .refused(
                    MediaError(
                        .notAllowed,
                        "\(address.text) leads to \(MediaAddress.shown(target)), which is not followed: only http: and https: are"
                    ))
            }
        }
        throw .refused(MediaError(.networkFailed, "\(address.text) leads from one address to the next for ever"))
    }

    private init(
        _ request: Request, _ reach: NetworkReach, _ beganPrivate: Bool?, over connections: Connections, _ wakeFlag: WakeFlag,
        until deadline: Int64
    ) throws(NetworkFailure) {
        address = request.address
        let gate = Gate(reach, request.configuration, isProxied: request.proxy != nil, host: address.host)
        if gate.hasRefused { throw TransferWords(request).refusal }
        transfer = try Transfer(request, over: connections, through: gate, wakeFlag: wakeFlag)
        head = try transfer.readHead(until: deadline)
        if let interval = head.textInterval, interval < ResponseHead.leastTextInterval {
            throw TransferWords(request).tooManyTexts(interval)
        }
        text = head.textInterval.map { StreamText(interval: $0) }
        self.reach = gate.reachOfContent
        self.beganPrivate = beganPrivate ?? gate.isPrivate
    }

    /// Reads up to `buffer.count` bytes of content, without a station's text, and returns how many; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        var buffer = unsafe buffer
        if let text {
            if text.left == 0 { try readText(until: deadline) }
            unsafe buffer = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(self.text?.left ?? 0))
        }
        let count = unsafe try transfer.read(into: buffer, until: deadline)
        text?.took(count)
        position += Int64(count)
        return count
    }

    /// Takes in the end of the answer. To be called when nobody reads any more, if the connection may be used again.
    func settle() { transfer.settle() }

    /// Returns the title that came with the last read, and forgets it; a read meets at most one.
    func takeTitle() -> (position: Int64, title: String)? {
        defer { title = nil }
        return title
    }

    private func readText(until deadline: Int64) throws(NetworkFailure) {
        let length = try readExactly(1, until: deadline)
        if let units = length.first, units > 0 {
            let bytes = try readExactly(Int(units) * 16, until: deadline)
            transfer.discount(textBytes: bytes.count)
            if let title = StreamText.title(in: bytes, charset: address.charset) { self.title = (position, title) }
        }
        text?.textWasRead()
    }

    /// Whether bytes of the answer were read with ``readExactly(_:until:)``.
    private(set) var hasBegun = false

    /// Reads as many bytes as are asked for, texts included.
    func readExactly(_ count: Int, until deadline: Int64) throws(NetworkFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(NetworkFailure) in
                    unsafe try transfer.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), until: deadline)
                }
            }
            let read = try result.get()
            guard read > 0 else { throw .failed("the stream ended in the middle of its text") }
            filled += read
        }
        hasBegun = true
        return bytes
    }
}
