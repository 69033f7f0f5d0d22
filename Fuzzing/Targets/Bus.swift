import CSystemd
import Glibc

@testable import Desktop
@testable import MessageBus

extension FuzzTarget {
    /// Messages of other players and of the login manager: any types, any texts.
    static let bus = FuzzTarget("bus", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let isSignal = invention.bool()
        var made: OpaquePointer?
        guard sd_bus_message_new(Self.connection, &made, isSignal ? 4 : 2) >= 0, let made else { fatalError("no message") }
        let message = BusMessage(owning: made)
        // Half of them begin as they should.
        switch invention.pick(4) {
        case 0: invention.addChange(to: made)
        case 1: invention.add("b", to: made)
        default: break
        }
        while !invention.isEmpty { invention.addValue(to: made, depth: 0) }
        guard sd_bus_message_seal(made, 1, 0) >= 0 else { return }
        for reader in Reading.allCases {
            guard sd_bus_message_rewind(made, 1) >= 0 else { fatalError("cannot be read again") }
            reader.read(message)
        }
    }

    /// A connection to nobody, without which there are no messages. As long as the program runs.
    nonisolated(unsafe) fileprivate static let connection: OpaquePointer? = {
        var ends: [CInt] = [-1, -1]
        var bus: OpaquePointer?
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0, sd_bus_new(&bus) >= 0,
            sd_bus_set_fd(bus, ends[0], ends[0]) >= 0, sd_bus_start(bus) >= 0
        else { fatalError("no connection") }
        return bus
    }()
}

/// Everything that reads messages.
private enum Reading: CaseIterable {
    case status, owner, text, flag, descriptor, identity, sleep, values, everything

    func read(_ message: borrowing BusMessage) {
        switch self {
        case .status: _ = StatusChange(message)
        case .owner:
            guard message.has("sss") else { return }
            check(message.readText())
            check(message.readText())
            check(message.readText())
        case .text: check(message.readText())
        case .flag: _ = message.has("b") ? message.readBool() : nil
        case .descriptor: precondition(message.readDescriptor() == nil, "no descriptor was sent")
        case .identity: check(message.readTextVariant())
        case .sleep: _ = message.readBoolVariant()
        case .values: checkValues(of: message)
        case .everything:
            check(message.failure)
            _ = message.sender
            while message.enter(.array, "{sv}") {
                while message.enter(.dictionaryEntry, "sv") {
                    check(message.readText())
                    message.skip("v")
                    message.leave()
                }
                message.leave()
            }
        }
    }

    /// Values that were read can be written again, and stay within the limits.
    private func checkValues(of message: borrowing BusMessage) {
        var limits = BusValueLimits()
        (limits.depth, limits.values, limits.textBytes) = (3, 32, 512)
        guard let values = try? message.readValues(within: limits) else { return }
        precondition(values.count <= limits.values && message.has(values.map(\.type).signature), "other types than the message")
        precondition(values.allSatisfy { BusValueType(signature: $0.type.signature) == $0.type }, "a type that cannot be read")
        var made: OpaquePointer?
        guard sd_bus_message_new(FuzzTarget.connection, &made, 2) >= 0, let made else { fatalError("no message") }
        let copy = BusMessage(owning: made)
        precondition(copy.append(values) >= 0, "values that cannot be written")
        precondition(sd_bus_message_seal(made, 1, 0) >= 0 && copy.has(values.map(\.type).signature), "another message")
    }

    private func check(_ text: String?) {
        // A byte that is no UTF-8 takes three.
        precondition(text.map { $0.utf8.count <= 3 * BusMessage.longestText } ?? true, "a text of \(text?.utf8.count ?? 0) bytes")
    }
}

extension Invention {
    /// `PropertiesChanged` as players send it, or nearly.
    fileprivate mutating func addChange(to message: OpaquePointer) {
        add("s", to: message)
        within("a", "{sv}", of: message) { invention in
            for _ in 0..<invention.pick(4) {
                invention.within("e", "sv", of: message) { invention in
                    invention.addText(invention.text(["PlaybackStatus", "Metadata"]), to: message)
                    invention.addVariant(to: message, depth: 1)
                }
            }
        }
        within("a", "s", of: message) { invention in
            for _ in 0..<invention.pick(3) { invention.add("s", to: message) }
        }
    }

    /// One value of any type.
    fileprivate mutating func addValue(to message: OpaquePointer, depth: Int) {
        switch pick(depth < 3 ? 8 : 2) {
        case 0:
            addText(
                text(["PlaybackStatus", "Playing", "Paused", "Stopped", "org.mpris.MediaPlayer2.Player", ":1.1"]), to: message)
        case 1: add(pick(["b", "i", "u", "x", "t", "d", "y", "n", "q", "o", "g"]), to: message)
        case 2: addVariant(to: message, depth: depth)
        case 3: within("a", "s", of: message) { for _ in 0..<$0.pick(4) { $0.add("s", to: message) } }
        case 4: addText(String(repeating: text(["\u{E9}"]), count: number(UInt8.self) == 0 ? 2_000 : 1), to: message)
        case 5:
            within("r", "s(ib)", of: message) { invention in
                invention.add("s", to: message)
                invention.within("r", "ib", of: message) { invention in
                    invention.add("i", to: message)
                    invention.add("b", to: message)
                }
            }
        case 6:
            within("a", "a(su)", of: message) { invention in
                for _ in 0..<invention.pick(4) {
                    invention.within("a", "(su)", of: message) { invention in
                        for _ in 0..<invention.pick(3) {
                            invention.within("r", "su", of: message) { invention in
                                invention.add("s", to: message)
                                invention.add("u", to: message)
                            }
                        }
                    }
                }
            }
        default:
            within("a", "{sv}", of: message) { invention in
                for _ in 0..<invention.pick(3) {
                    invention.within("e", "sv", of: message) { invention in
                        invention.add("s", to: message)
                        invention.addVariant(to: message, depth: depth + 1)
                    }
                }
            }
        }
    }

    private mutating func addVariant(to message: OpaquePointer, depth: Int) {
        let contents = pick(["s", "b", "d", "as", "v"])
        within("v", contents, of: message) { invention in
            switch contents {
            case "as": invention.within("a", "s", of: message) { for _ in 0..<$0.pick(3) { $0.add("s", to: message) } }
            case "v" where depth < 3: invention.addVariant(to: message, depth: depth + 1)
            case "v": invention.within("v", "s", of: message) { $0.add("s", to: message) }
            case "s": invention.addText(invention.text(["Playing", "Paused", "Stopped"]), to: message)
            default: invention.add(contents, to: message)
            }
        }
    }

    /// A value without parts.
    fileprivate mutating func add(_ type: String, to message: OpaquePointer) {
        let code = CChar(type.utf8.first ?? 0)
        switch type {
        case "s": addText(text(["PlaybackStatus", ""]), to: message)
        case "o": "/a/b".withCString { _ = sd_bus_message_append_basic(message, code, $0) }
        case "g": "a{sv}".withCString { _ = sd_bus_message_append_basic(message, code, $0) }
        case "b":
            var value: CInt = bool() ? 1 : 0
            sd_bus_message_append_basic(message, code, &value)
        default:
            // As many bytes of it as the type has.
            var value: UInt64 = number()
            sd_bus_message_append_basic(message, code, &value)
        }
    }

    /// The library refuses a text that is no UTF-8 or has a NUL, as the bus does.
    fileprivate func addText(_ text: String, to message: OpaquePointer) {
        text.withCString { _ = sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
    }

    private mutating func within(
        _ container: String, _ contents: String, of message: OpaquePointer, _ body: (inout Invention) -> Void
    ) {
        guard sd_bus_message_open_container(message, CChar(container.utf8.first ?? 0), contents) >= 0 else { return }
        body(&self)
        sd_bus_message_close_container(message)
    }
}
