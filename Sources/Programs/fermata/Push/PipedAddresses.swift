import ControlProtocol
import FermataKit

/// Asks the daemon for the addresses of the lines of a list.
struct PipedAddresses {
    /// What the library has in a directory: the addresses by the last part of their paths, with a slash behind those of directories.
    private typealias Directory = [[UInt8]: String]

    private let connection: DaemonConnection
    private var directories: [String: Directory] = [:]

    private init(_ connection: DaemonConnection) { self.connection = connection }

    /// Returns the addresses of all lines. Throws before anything has changed if one stands for nothing.
    static func of(_ lines: [PipedLine], on connection: DaemonConnection) throws(ClientFailure) -> [String] {
        var reader = PipedAddresses(connection)
        var addresses: [String] = []
        for line in lines { addresses.append(try reader.address(of: line)) }
        return addresses
    }

    private mutating func address(of line: PipedLine) throws(ClientFailure) -> String {
        switch line.kind {
        case .address(let address): return address
        case .song(let number, let text):
            let reply = try connection.ask(Methods.Library.item, (.song(number), false))
            switch reply.result {
            case .success:
                guard let song = reply.answer, text == nil || text == LibraryText.line(of: song) else {
                    throw line.mistake
                }
                return song.uri
            case .failure(let error) where text == nil: throw .refused(error.message)
            case .failure: throw line.mistake
            }
        case .place(let place):
            var parts = place.utf8.split(separator: UInt8(ascii: "/"))
            guard let last = parts.popLast() else { throw line.mistake }
            let parent = parts.map { String($0) ?? "" }.joined(separator: "/")
            let there = try directory(parent)
            let name = Array(last)
            guard let address = there[name + [UInt8(ascii: "/")]] ?? (place.hasSuffix("/") ? nil : there[name]) else {
                throw line.mistake
            }
            return address
        case .nothing, .text: throw line.mistake
        }
    }

    /// Returns what the library has in a directory; nothing if it does not have the directory.
    private mutating func directory(_ path: String) throws(ClientFailure) -> Directory {
        if let known = directories[path] { return known }
        var (directory, page): (Directory, Wire.LibraryPage) = ([:], Wire.LibraryPage(limit: 1_000))
        repeat {
            guard let part = try connection.ask(Methods.Library.browse, (.directory(path), page)).answer else { break }
            for entry in part.directories { directory[Self.name(Array(entry.path.utf8)) + [UInt8(ascii: "/")]] = entry.uri }
            for song in part.songs { directory[Self.name(MediaAddress.localPath(of: song.uri) ?? [])] = song.uri }
            page.after = part.next
        } while page.after != nil
        directories[path] = directory
        return directory
    }

    private static func name(_ path: [UInt8]) -> [UInt8] { path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [] }
}
