// Prints the queue of fermatad, one item a line, however long it is.
//
// build it with: swiftc ListQueue.swift -o list-queue

import FoundationEssentials
import Glibc

/// A page of the queue, as far as this program needs it. The decoder passes over all other members.
struct Page: Decodable {
    struct Item: Decodable {
        let id: Int
        let uri: String
        let title: String?
    }

    let items: [Item]
    /// The offset of the next page; missing on the last.
    let next: Int?
}

struct Reply: Decodable {
    struct Failure: Decodable { let message: String }

    let result: Page?
    let error: Failure?
}

/// Prints a sentence and ends the program.
func fail(_ sentence: String) -> Never {
    fputs(sentence + "\n", stderr)
    exit(1)
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Connects to the daemon's socket.
func connectToDaemon() -> UnsafeMutablePointer<FILE> {
    let path = environment("FERMATA_SOCKET") ?? (environment("XDG_RUNTIME_DIR") ?? "") + "/fermata/control.sock"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { fail("the path is too long: \(path)") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard result == 0, let file = fdopen(descriptor, "r+") else { fail("no fermatad answers on \(path)") }
    return file
}

let daemon = connectToDaemon()
var line: UnsafeMutablePointer<CChar>?
var capacity = 0
var offset: Int? = 0
while let start = offset {
    fputs("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"queue.list\",\"params\":{\"offset\":\(start)}}\n", daemon)
    fflush(daemon)
    let count = getline(&line, &capacity, daemon)
    guard count > 0, let line else { fail("fermatad closed the connection") }
    let bytes = Data(bytes: line, count: count)
    guard let reply = try? JSONDecoder().decode(Reply.self, from: bytes) else { fail("this is no reply of fermatad") }
    guard let page = reply.result else { fail(reply.error?.message ?? "fermatad refused") }
    for item in page.items { print(item.id, item.title ?? item.uri) }
    offset = page.next
}
