import ControlServer
import Glibc

/// Reads a stream to its end, as a decoder would, and closes it.
func read(_ stream: MediaConnection) throws -> String {
    defer { close(stream.descriptor) }
    var bytes = stream.leadingBytes
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
        var entry = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20_000) > 0 else { throw TestFailure("the stream does not end") }
        let count = recv(stream.descriptor, &buffer, buffer.count, 0)
        if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer[..<count]
    }
}
