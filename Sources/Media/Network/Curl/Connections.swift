import CCurl
import MediaTypes

/// The connections of one fetching thread. Later requests use those of earlier ones again; at most four are kept. One
/// thread at a time.
@safe final class Connections {
    let curl: CurlLibrary
    let multi: UnsafeMutableRawPointer
    /// The sockets that were made for them, each with the number by which it is known again.
    private var sockets: [(descriptor: CInt, inode: UInt64)] = []

    /// - Throws: ``NetworkFailure/refused(_:)`` if libcurl is not installed, or if the process may open no more
    ///   descriptors.
    init() throws(NetworkFailure) {
        curl = try CurlLibrary.load()
        guard let multi = unsafe curl.functions.pointee.multi_init() else {
            throw .refused(MediaError(.limitExceeded, "nothing more can be opened: the limit of open files is reached"))
        }
        unsafe self.multi = unsafe multi
    }

    /// Notes a socket that was made for a connection.
    func made(_ socket: CInt) {
        let inode = fermata_socket_inode(socket)
        if inode != 0 { sockets.append((socket, inode)) }
    }

    /// How many bytes were read from the connections that are open, whatever became of them.
    func countBytes() -> Int64 {
        var sum: Int64 = 0
        sockets.removeAll { socket in
            let count = fermata_socket_read(socket.descriptor, socket.inode)
            if count > 0 { sum += count }
            return count < 0
        }
        return sum
    }

    deinit { _ = unsafe curl.functions.pointee.multi_cleanup(multi) }
}
