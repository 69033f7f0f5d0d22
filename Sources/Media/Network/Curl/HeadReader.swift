import SystemSupport

/// Reads the head of an answer line by line. It discards heads that only announce another one.
struct HeadReader {
    /// The most bytes of a line, and the most lines of a head.
    private static let (lineLimit, lineCount) = (16 * 1024, 200)
    /// The most heads of an answer; all but the last announce another one.
    private static let headCount = 20

    /// What is wrong with an answer in a coding that nobody asked for.
    static let packed = "the answer is compressed, which nobody asked for"

    /// The head, once it is complete.
    private(set) var head: ResponseHead?
    /// What is wrong with the head: the end of a sentence.
    private(set) var fault: String?
    private var partial: ResponseHead?
    /// The character set of what a station says of itself, if the user has named it.
    private let charset: CharacterSet?
    private var lines = 0
    private var heads = 0

    init(charset: CharacterSet? = nil) { self.charset = charset }

    /// Takes in the next line, with its line end. Returns `false` if the answer makes no sense. Ignores fields that
    /// follow the content.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        guard head == nil else { return true }
        lines += 1
        guard line.count <= Self.lineLimit else { return refuse("the answer has a line of more than \(Self.lineLimit) bytes") }
        guard lines <= Self.lineCount else { return refuse("the answer has more than \(Self.lineCount) header fields") }
        let bytes = unsafe Array(line).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let text = HeaderText.decode(bytes, in: Self.isOfStation(bytes) ? charset : nil)
        if let status = ResponseHead(statusLine: text) {
            partial = status
            lines = 1
            heads += 1
            guard heads <= Self.headCount else { return refuse("the answer is announced more than \(Self.headCount) times") }
        } else if text.isEmpty {
            guard let partial else { return refuse("the answer is not HTTP") }
            guard partial.isPlain else { return refuse(Self.packed) }
            if partial.status >= 200 { head = partial }
        } else {
            guard partial != nil else { return refuse("the answer is not HTTP") }
            partial?.add(text)
        }
        return true
    }

    /// Whether a line is a field in which a station speaks to people, such as `icy-name`.
    private static func isOfStation(_ line: some Collection<UInt8>) -> Bool {
        let name = line.prefix(4).map { $0 | 0x20 }
        return name.elementsEqual("icy-".utf8) || name.elementsEqual("ice-".utf8)
    }

    private mutating func refuse(_ fault: String) -> Bool {
        self.fault = fault
        return false
    }
}
