/// The step that a line of a client asks for.
package enum LineStep: Hashable, Sendable {
    /// Nothing, and no answer either.
    case nothing
    /// Close the connection: the program behind it does not speak the protocol.
    case close
    /// Carry out one command.
    case command([UInt8])
    /// Carry out a list of commands. `tellsEach`: `list_OK` follows each of them.
    case list([[UInt8]], tellsEach: Bool)
    /// End the wait of `idle`.
    case endIdle
}

/// Collects the lines of a client to commands and lists of commands. A value.
package struct LineInput: Hashable, Sendable {
    /// The longest list of commands, in bytes.
    package static let listLimit = 4 << 20

    private struct List: Hashable {
        var lines: [[UInt8]] = []
        var tellsEach: Bool
    }

    private var list: List?
    /// How many bytes of a list wait for its end.
    package private(set) var listBytes = 0

    /// Makes the input of a client that has connected.
    package init() {}

    /// Takes the next line, without its end.
    /// - Parameter isIdle: whether the client waits for changes.
    package mutating func take(_ line: [UInt8], isIdle: Bool) -> LineStep {
        var line = line
        while line.last?.isBlank == true { line.removeLast() }
        // This stops browsers, which a web page could have send commands: their methods are capital letters.
        guard line.first?.isSmallLetter == true else { return .close }
        // No answer of a list has a place for a wait.
        if list != nil, Self.waits(line) { return .close }
        if line.elementsEqual("noidle".utf8) { return isIdle ? .endIdle : .nothing }
        if isIdle { return .close }
        guard list != nil else { return begin(line) }
        if line.elementsEqual("command_list_end".utf8) {
            defer { (list, listBytes) = (nil, 0) }
            return list.map { .list($0.lines, tellsEach: $0.tellsEach) } ?? .nothing
        }
        // An empty command costs memory, too.
        listBytes += line.count + 32
        guard listBytes <= Self.listLimit else { return .close }
        list?.lines.append(line)
        return .nothing
    }

    /// Whether a line begins a wait for changes, or ends one.
    private static func waits(_ line: [UInt8]) -> Bool {
        ["idle", "noidle"].contains { $0.utf8.elementsEqual(line.prefix { !$0.isBlank }) }
    }

    private mutating func begin(_ line: [UInt8]) -> LineStep {
        let tellsEach = line.elementsEqual("command_list_ok_begin".utf8)
        guard tellsEach || line.elementsEqual("command_list_begin".utf8) else { return .command(line) }
        list = List(tellsEach: tellsEach)
        return .nothing
    }
}
