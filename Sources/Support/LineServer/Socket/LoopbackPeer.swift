import Glibc

/// The other end of a connection over the loopback interface. The kernel notes the user of each socket in a table, also of those at the other
/// ends of connections within the machine.
struct LoopbackPeer {
    /// Both addresses of the connection in the spelling of the table, the other end's first.
    private let ends: (other: String, own: String)
    private let table: String

    /// How many bytes of the table are read: about 50,000 connections. Whoever is not among them is not known.
    private static let longestTable = 8 << 20

    /// Makes it for a connection; `nil` if that does not come over the loopback interface.
    init?(descriptor: CInt) {
        guard let other = Self.end(getpeername, of: descriptor), let own = Self.end(getsockname, of: descriptor),
            other.isLoopback, other.table == own.table
        else { return nil }
        ends = (other.text, own.text)
        table = other.table
    }

    /// The user who has made the connection; `nil` if the table does not have it.
    var user: UInt32? {
        Self.read(table).flatMap { Self.user(in: $0, from: ends.other, to: ends.own) }
    }

    /// Reads a table of the kernel, which does not say before how long it is.
    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < longestTable {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Finds the user of the socket at `address` that is connected to `other`, both in the spelling of the table.
    static func user(in table: String, from address: String, to other: String) -> UInt32? {
        for row in table.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = row.split(separator: UInt8(ascii: " "), maxSplits: 10)
            guard fields.count > 9, fields[1].elementsEqual(address.utf8), fields[2].elementsEqual(other.utf8) else { continue }
            // A socket that its program has closed has no inode any more, and the table then says that it is root's.
            guard !fields[9].elementsEqual("0".utf8) else { return nil }
            return UInt32(String(decoding: fields[7], as: UTF8.self))
        }
        return nil
    }

    private typealias NameOfSocket = (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt

    private static func end(_ name: NameOfSocket, of descriptor: CInt) -> (text: String, table: String, isLoopback: Bool)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) {
            name(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        switch CInt(storage.ss_family) {
        case AF_INET:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self) }
            let bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
            return (text(bytes, address.sin_port), "/proc/net/tcp", bytes[0] == 127)
        case AF_INET6:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) }
            let bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            return (text(bytes, address.sin6_port), "/proc/net/tcp6", isLoopback)
        default: return nil
        }
    }

    /// The table has the words of an address as numbers of the machine, and the port as a number.
    private static func text(_ bytes: [UInt8], _ port: in_port_t) -> String {
        let words = stride(from: 0, to: bytes.count, by: 4).map { index in
            bytes[index..<index + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        }
        return words.map { hexadecimal(UInt64($0), digits: 8) }.joined() + ":"
            + hexadecimal(UInt64(UInt16(bigEndian: port)), digits: 4)
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
