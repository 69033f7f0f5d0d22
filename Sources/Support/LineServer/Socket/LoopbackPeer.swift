import Glibc

/// The other end of a connection over the loopback interface. The kernel notes the user of each socket, also of those at the other ends of
/// connections within the machine.
///
/// It is asked for this one socket (`sock_diag(7)`), which takes the same time however many there are. Where it cannot be asked, its table
/// of all sockets is read.
struct LoopbackPeer {
    private let family: sa_family_t
    private let ends: (other: End, own: End)

    /// An address of the internet, in the order of the network.
    struct End: Hashable {
        let address: [UInt8]
        let port: in_port_t

        var isLoopback: Bool {
            address.count == 4 ? address[0] == 127 : address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
        }
    }

    /// Makes it for a connection; `nil` if that does not come over the loopback interface.
    init?(descriptor: CInt) {
        guard let (family, other) = Self.end(getpeername, of: descriptor), let (_, own) = Self.end(getsockname, of: descriptor),
            other.isLoopback, other.address.count == own.address.count
        else { return nil }
        (self.family, ends) = (family, (other, own))
    }

    /// The user who has made the connection; `nil` if the kernel does not know.
    var user: UInt32? {
        switch asked {
        case .user(let user): user
        case .nobody: nil
        case .unknown: userInTable
        }
    }

    private typealias NameOfSocket = (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt

    private static func end(_ name: NameOfSocket, of descriptor: CInt) -> (sa_family_t, End)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) {
            name(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        switch CInt(storage.ss_family) {
        case AF_INET:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self) }
            return (storage.ss_family, End(address: withUnsafeBytes(of: address.sin_addr) { Array($0) }, port: address.sin_port))
        case AF_INET6:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) }
            return (
                storage.ss_family, End(address: withUnsafeBytes(of: address.sin6_addr) { Array($0) }, port: address.sin6_port)
            )
        default: return nil
        }
    }
}

// One socket.
extension LoopbackPeer {
    /// What the kernel answers.
    enum Answer: Hashable {
        /// The socket is this user's.
        case user(UInt32)
        /// There is no such socket, or its program has closed it.
        case nobody
        /// The kernel cannot be asked.
        case unknown
    }

    /// Numbers of the kernel that Swift does not import: `NETLINK_SOCK_DIAG`, `SOCK_DIAG_BY_FAMILY`, `NLM_F_REQUEST`, `NLMSG_ERROR`.
    private static let (diagnosis, byFamily, isRequest, isError): (CInt, UInt16, UInt16, UInt16) = (4, 20, 1, 2)
    /// The bytes of `nlmsghdr`, of the head of `inet_diag_msg`, and of its `inet_diag_sockid`.
    private static let (headBytes, stateBytes, identityBytes) = (16, 4, 48)

    /// Asks the kernel for the socket at the other end.
    var asked: Answer {
        let descriptor = socket(
            AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), Self.diagnosis)
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        let question = question
        guard send(descriptor, question, question.count, 0) == question.count else { return .unknown }
        // The kernel has answered before it returns from that.
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Self.answer(bytes.prefix(count), to: question) : .unknown
    }

    /// `nlmsghdr`, `inet_diag_req_v2`.
    private var question: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number) { bytes += $0 } }
        append(UInt32(Self.headBytes + 8 + Self.identityBytes))
        append(Self.byFamily)
        append(Self.isRequest)
        append(UInt64(0))
        bytes += [UInt8(family), UInt8(IPPROTO_TCP), 0, 0]
        // Whatever its state is.
        append(UInt32.max)
        append(ends.other.port)
        append(ends.own.port)
        for end in [ends.other, ends.own] { bytes += end.address + [UInt8](repeating: 0, count: 16 - end.address.count) }
        // Of every interface, and of every time.
        append(UInt32(0))
        append(UInt64.max)
        return bytes
    }

    /// Reads an answer: `nlmsghdr`, `inet_diag_msg`.
    static func answer(_ bytes: ArraySlice<UInt8>, to question: [UInt8]) -> Answer {
        let bytes = Array(bytes)
        func number<Number: FixedWidthInteger>(at place: Int, _ type: Number.Type) -> Number {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: type) }
        }
        guard bytes.count >= headBytes + 4 else { return .unknown }
        switch number(at: 4, UInt16.self) {
        case isError: return number(at: headBytes, Int32.self) == -ENOENT ? .nobody : .unknown
        case byFamily: break
        default: return .unknown
        }
        let (identity, users) = (headBytes + stateBytes, headBytes + stateBytes + identityBytes + 12)
        guard bytes.count >= users + 8, question.count == headBytes + 8 + identityBytes else { return .unknown }
        // Where there is no such connection, the kernel may tell of a socket that listens at its address. Ports and addresses are compared.
        let (asked, told) = (question.dropFirst(headBytes + 8).prefix(36), bytes[identity..<identity + 36])
        guard told.elementsEqual(asked) else { return .nobody }
        // A socket that its program has closed has no inode any more, and the kernel then says that it is root's.
        return number(at: users + 4, UInt32.self) == 0 ? .nobody : .user(number(at: users, UInt32.self))
    }
}

// The table of all sockets.
extension LoopbackPeer {
    /// How many bytes of the table are read: about 50,000 connections. Whoever is not among them is not known.
    private static let longestTable = 8 << 20

    private var userInTable: UInt32? {
        Self.read(family == sa_family_t(AF_INET) ? "/proc/net/tcp" : "/proc/net/tcp6").flatMap { table in
            Self.user(in: table, from: Self.text(ends.other), to: Self.text(ends.own))
        }
    }

    /// Reads a table of the kernel, which does not say before how long it is.
    private static func read(_ path: String) -> [UInt8]? {
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
        return bytes
    }

    /// Finds the user of the socket at `address` that is connected to `other`, both in the spelling of the table.
    static func user(in table: [UInt8], from address: String, to other: String) -> UInt32? {
        // Both ends stand behind the number of the row.
        let ends = Array(" \(address) \(other) ".utf8)
        let place: Int? = table.withUnsafeBytes { bytes -> Int? in
            var start = 0
            while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")), colon + ends.count < bytes.count {
                if bytes[(colon + 1)...].starts(with: ends) { return colon + 1 }
                guard let end = bytes[colon...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                start = end
            }
            return nil
        }
        guard let place else { return nil }
        // Behind them are the state, queues, timers, retries, the user, a time-out and the inode.
        let fields = table[(place + ends.count)...].prefix { $0 != UInt8(ascii: "\n") }
            .split(separator: UInt8(ascii: " "), maxSplits: 7)
        guard fields.count > 6, !fields[6].elementsEqual("0".utf8) else { return nil }
        return UInt32(String(decoding: fields[4], as: UTF8.self))
    }

    /// The table has the words of an address as numbers of the machine, and the port as a number.
    private static func text(_ end: End) -> String {
        let words = stride(from: 0, to: end.address.count, by: 4).map { index in
            end.address[index..<index + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        }
        return words.map { hexadecimal(UInt64($0), digits: 8) }.joined() + ":"
            + hexadecimal(UInt64(UInt16(bigEndian: end.port)), digits: 4)
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
