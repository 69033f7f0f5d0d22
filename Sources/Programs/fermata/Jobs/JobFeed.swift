import FermataKit
import Glibc
import SystemSupport

/// Standard input on its way to the daemon, a piece at a time, so that what comes back can be read meanwhile.
final class JobFeed {
    private static let pieceSize = 1 << 16

    private let connection: CInt
    private var piece: [UInt8] = []
    private var sent = 0
    /// Whether nothing more is sent: all was, or the daemon takes no more.
    private(set) var isOver = false

    /// Feeds the connected socket `connection`.
    init(_ connection: CInt) { self.connection = connection }

    /// Whether a piece waits for room in the connection; otherwise for standard input.
    var hasPiece: Bool { sent < piece.count }

    /// Reads a piece, which is there, or ends the writing half of the connection behind the last one.
    func read() throws(ClientFailure) {
        piece = [UInt8](repeating: 0, count: Self.pieceSize)
        sent = 0
        let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
        piece.removeSubrange(max(0, count)...)
        if count > 0 || count < 0 && errno == EINTR { return }
        guard count == 0 else { throw .refused("standard input cannot be read: \(systemReason())") }
        isOver = true
        shutdown(connection, CInt(SHUT_WR))
    }

    /// Sends as much of the piece as there is room for.
    func send() {
        let count = piece[sent...].withUnsafeBytes {
            Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
        }
        if count > 0 {
            sent += count
        } else if errno != EINTR, errno != EAGAIN {
            // The daemon takes no more; its event says why.
            isOver = true
        }
    }
}
