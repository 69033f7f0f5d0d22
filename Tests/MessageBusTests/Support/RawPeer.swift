import CSystemd
import Glibc
import TestSupport

/// A program on a bus that writes messages byte by byte, and reads only when it is told to.
final class RawPeer {
    /// What it got since it began to read.
    struct Received {
        /// How many answers there were, and how many of them were errors.
        var answers = 0
        var errors = 0
        var bytes = 0
    }

    private let descriptor: CInt
    private var serial: UInt32 = 0

    /// Connects to the bus at `path`, and gets a name.
    init(connectingTo path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in bytes.copyBytes(from: Array(path.utf8).prefix(bytes.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestSupportError(.unexpectedAnswer, "there is no bus at \(path)") }
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        try send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
        var answer = [UInt8](repeating: 0, count: 256)
        guard recv(descriptor, &answer, answer.count, 0) > 0, answer.starts(with: Array("OK ".utf8)) else {
            throw TestSupportError(.unexpectedAnswer, "the bus does not let the peer in")
        }
        try send(Array("BEGIN\r\n".utf8))
        let hello = call("Hello", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
        try send(hello)
        _ = try read(until: serial)
    }

    deinit { close(descriptor) }

    /// Calls a method without arguments so many times, and reads nothing.
    func flood(_ count: Int, _ method: String, of interface: String, at path: String, on name: String) throws {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes += call(method, of: interface, at: path, on: name)
            if bytes.count > 1 << 16 {
                try send(bytes)
                bytes = []
            }
        }
        try send(bytes)
    }

    /// Reads everything that has come up to now.
    func readAll() throws -> Received {
        try send(call("GetId", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus"))
        return try read(until: serial)
    }

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { throw TestSupportError(.unexpectedAnswer, "the bus has ended the connection") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads messages up to the answer to the call with the number `last`.
    private func read(until last: UInt32) throws -> Received {
        var received = Received()
        while true {
            let head = try bytes(16)
            let (body, fields) = (Self.number(head, at: 4), Self.number(head, at: 12))
            let rest = try bytes((fields + 7) / 8 * 8 + body)
            received.bytes += head.count + rest.count
            guard head[1] == 2 || head[1] == 3 else { continue }
            received.answers += 1
            if head[1] == 3 { received.errors += 1 }
            // The field 5 is the number of the call that is answered.
            let answered = Array("\u{5}\u{1}u\0".utf8)
            for place in stride(from: 0, to: fields - 7, by: 8) where Array(rest[place..<place + 4]) == answered {
                if Self.number(rest, at: place + 4) == Int(last) { return received }
            }
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var place = 0
        while place < count {
            let got = bytes[place...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard got > 0 else { throw TestSupportError(.unexpectedAnswer, "the bus has ended the connection") }
            place += got
        }
        return bytes
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    /// Makes a call without arguments (D-Bus specification, "Message Format").
    private func call(_ method: String, of interface: String, at path: String, on name: String) -> [UInt8] {
        serial += 1
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var fields: [UInt8] = []
        for (code, type, text) in [(1, "o", path), (2, "s", interface), (3, "s", method), (6, "s", name)] {
            while fields.count % 8 != 0 { fields.append(0) }
            fields += [UInt8(code), 1, Array(type.utf8)[0], 0]
            fields += number(text.utf8.count) + Array(text.utf8) + [0]
        }
        var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1] + number(0) + number(Int(serial)) + number(fields.count) + fields
        while message.count % 8 != 0 { message.append(0) }
        return message
    }
}
