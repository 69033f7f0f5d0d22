import CCurl
import MediaTypes
import SystemSupport

/// One request by libcurl and its answer: reads the head at once, and the content when asked. One thread at a time.
@safe final class Transfer {
    /// How many bytes of content may wait here to be read.
    private static let capacity = 64 * 1024

    let gate: Gate
    private let connections: Connections
    private let wakeFlag: WakeFlag
    private let easy: UnsafeMutableRawPointer
    private let words: TransferWords
    private var reader: HeadReader
    private var content: [UInt8] = []
    private var taken = 0
    /// How many bytes of content have come.
    private var received: Int64 = 0
    /// How many of them are no content to the reader, but a station's text.
    private var textBytes: Int64 = 0
    private var padding = Padding()
    private var workCount = 0
    /// After how many pieces of work it is looked at how much of what came is content. Each takes some kilobytes at most.
    private static let workPerLook = 16
    private var isPaused = false
    private var result: CURLcode?
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []

    private var curl: UnsafePointer<fermata_curl> { unsafe connections.curl.functions }

    /// Prepares the request; sends nothing yet.
    init(_ request: Request, over connections: Connections, through gate: Gate, wakeFlag: WakeFlag) throws(NetworkFailure) {
        guard let easy = unsafe connections.curl.functions.pointee.easy_init() else {
            throw .refused(MediaError(.limitExceeded, "there is not enough memory for another stream"))
        }
        unsafe self.easy = unsafe easy
        self.connections = connections
        self.gate = gate
        self.wakeFlag = wakeFlag
        words = TransferWords(request)
        reader = HeadReader(charset: request.address.charset)
        unsafe fermata_curl_set_callbacks(
            curl, easy, takeHead, takeContent, openSocket, beforeRequest, Unmanaged.passUnretained(self).toOpaque())
        configure(request)
        _ = unsafe curl.pointee.multi_add_handle(connections.multi, easy)
    }

    deinit {
        _ = unsafe curl.pointee.multi_remove_handle(connections.multi, easy)
        unsafe curl.pointee.easy_cleanup(easy)
        for index in unsafe lists.indices { unsafe curl.pointee.slist_free_all(lists[index]) }
    }

    private func configure(_ request: Request) {
        let address = request.address
        set(CURLOPT_URL, address.text)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that ends does not wait for a name server that does not answer.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_USERAGENT, request.configuration.userAgent)
        set(CURLOPT_PROXY, request.proxy ?? "")
        // `ProxyChoice` has already decided which hosts need no proxy.
        set(CURLOPT_NOPROXY, "")
        if let file = request.configuration.certificateFile { set(CURLOPT_CAINFO, file) }
        if let credentials = address.credentials {
            let (user, password) = WebAddress.userAndPassword(credentials)
            set(CURLOPT_USERNAME, String(user))
            set(CURLOPT_PASSWORD, String(password ?? ""))
        }
        set(CURLOPT_HTTPHEADER, request.fields)
        if let content = request.content {
            if let bytes = content.bytes { unsafe fermata_curl_set_content(curl, easy, bytes, bytes.count) }
            set(CURLOPT_CUSTOMREQUEST, content.method)
        }
        // SHOUTcast servers send this instead of HTTP/1.0.
        set(CURLOPT_HTTP200ALIASES, ["ICY "])
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = unsafe fermata_curl_set_long(curl, easy, option, value) }

    private func set(_ option: CURLoption, _ text: String) { _ = unsafe fermata_curl_set_text(curl, easy, option, text) }

    private func set(_ option: CURLoption, _ texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts { unsafe list = unsafe curl.pointee.slist_append(list, text) ?? list }
        guard let list = unsafe list else { return }
        unsafe lists.append(list)
        _ = unsafe fermata_curl_set_pointer(curl, easy, option, list)
    }

    // MARK: - Reading

    /// Sends the request and waits for the answer's head. `deadline` is in nanoseconds of the monotonic clock.
    func readHead(until deadline: Int64) throws(NetworkFailure) -> ResponseHead {
        let left = max(1, (deadline - MonotonicClock.nanoseconds) / 1_000_000)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(left))
        while true {
            if let head = reader.head { return head }
            if let result { throw failure(result) }
            try work(until: deadline)
        }
    }

    /// Reads up to `buffer.count` bytes of content, and returns how many; 0 is the end of the content.
    /// - Throws: ``NetworkFailure`` if the connection ends before the content does, or nothing comes until `deadline`.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        guard unsafe !buffer.isEmpty else { return 0 }
        while taken == content.count {
            content.removeAll(keepingCapacity: true)
            taken = 0
            if isPaused {
                isPaused = false
                // libcurl delivers at once what it held back.
                _ = unsafe curl.pointee.easy_pause(easy, CURLPAUSE_CONT)
                continue
            }
            if let result {
                guard result != CURLE_OK, !endsUnannounced(result) else { return 0 }
                throw failure(result)
            }
            try work(until: deadline)
        }
        let count = min(buffer.count, content.count - taken)
        unsafe buffer.copyBytes(from: content[taken..<taken + count])
        taken += count
        return count
    }

    /// Whether the content lacks bytes only by a `Content-Length` that is not believed, so that its end is the real one.
    private func endsUnannounced(_ result: CURLcode) -> Bool {
        result == CURLE_PARTIAL_FILE && reader.head.map { $0.contentLength == nil && !$0.isChunked } == true
    }

    /// Does the work that is possible now. If there was none, waits for more until `deadline`.
    private func work(until deadline: Int64) throws(NetworkFailure) {
        if wakeFlag.isSet { throw .interrupted }
        let before = (content.count, reader.head == nil, isPaused)
        var running: Int32 = 0
        _ = unsafe curl.pointee.multi_perform(connections.multi, &running)
        var ended = CURLE_OK
        if unsafe fermata_curl_ended(curl, connections.multi, &ended) { result = ended }
        workCount += 1
        if workCount % Self.workPerLook == 0 { try checkPadding() }
        guard result == nil, before == (content.count, reader.head == nil, isPaused) else { return }
        let left = deadline - MonotonicClock.nanoseconds
        guard left > 0 else { throw .timedOut }
        var waker = curl_waitfd(fd: wakeFlag.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        _ = unsafe curl.pointee.multi_poll(connections.multi, &waker, 1, Int32(clamping: left / 1_000_000 + 1), nil)
        if wakeFlag.isSet { throw .interrupted }
    }

    private func checkPadding() throws(NetworkFailure) {
        if padding.isTooMuch(received: connections.countBytes(), content: received - textBytes) { throw words.tooMuchPadding }
    }

    /// Notes that bytes of the content were a station's text.
    func discount(textBytes count: Int) { textBytes += Int64(count) }

    private func failure(_ result: CURLcode) -> NetworkFailure {
        if gate.hasRefused, result == CURLE_COULDNT_CONNECT || result == CURLE_ABORTED_BY_CALLBACK { return words.refusal }
        // Newer releases of libcurl refuse a coding of the transfer before anybody else sees its name.
        let isPacked = result == CURLE_BAD_CONTENT_ENCODING && reader.head == nil
        let text = unsafe curl.pointee.easy_strerror(result).map { unsafe String(cString: $0) } ?? "error \(result.rawValue)"
        return words.failure(
            TransferEnd(
                result: result, text: text,
                systemError: Int32(clamping: unsafe fermata_curl_get_long(curl, easy, CURLINFO_OS_ERRNO)),
                verification: unsafe fermata_curl_get_long(curl, easy, CURLINFO_SSL_VERIFYRESULT),
                isByGnuTLS: unsafe curl.pointee.uses_gnutls,
                tunnelStatus: unsafe fermata_curl_get_long(curl, easy, CURLINFO_HTTP_CONNECTCODE),
                fault: reader.fault ?? (isPacked ? HeadReader.packed : nil),
                missing: reader.head?.contentLength.map { $0 - received }))
    }

    /// Takes in the end of the answer if that has come: only then can another request use the connection.
    func settle() {
        guard !isPaused, result == nil else { return }
        var running: Int32 = 0
        _ = unsafe curl.pointee.multi_perform(connections.multi, &running)
    }

    // MARK: - Called by curl

    /// Returns a socket for an address that the request may connect to, else none.
    fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        let socket = unsafe gate.open(address)
        if socket != CURL_SOCKET_BAD { connections.made(socket) }
        return socket
    }

    fileprivate func take(head line: UnsafeRawBufferPointer) -> Bool { unsafe reader.take(line) }

    /// Returns how many bytes were taken, or that libcurl should pause.
    fileprivate func take(content bytes: UnsafeRawBufferPointer) -> Int {
        guard content.count == taken || content.count + bytes.count <= Self.capacity else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        unsafe content.append(contentsOf: bytes)
        received += Int64(bytes.count)
        return bytes.count
    }
}

private func owner(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
}

private func takeHead(_ text: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?) -> Int
{
    let line = unsafe UnsafeRawBufferPointer(start: text, count: size * count)
    return unsafe owner(pointer)?.take(head: line) == true ? size * count : 0
}

private func takeContent(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
    unsafe owner(pointer)?.take(content: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func openSocket(
    _ pointer: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address = unsafe address else { return CURL_SOCKET_BAD }
    return unsafe owner(pointer)?.open(address) ?? CURL_SOCKET_BAD
}

private func beforeRequest(
    _ pointer: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    guard let remote = unsafe remote, let owner = unsafe owner(pointer) else { return Int32(CURL_PREREQFUNC_ABORT) }
    return unsafe owner.gate.request(to: String(cString: remote)) ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}
