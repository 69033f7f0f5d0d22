import ControlProtocol
import FermataKit
import Glibc

/// What comes into `fermata play -`: a list of songs, as `fermata search` and `fermata ls` print them, or of files and URLs; or media.
enum PipedList {
    /// The lines of a list, in their order, without those that say nothing.
    case entries([PipedLine])
    /// Media, with the bytes of it that were read already.
    case media([UInt8])

    /// The most bytes of a list.
    private static let limit = 16 << 20
    /// How many bytes are looked at before it is known what comes: what ``StreamPump`` takes.
    private static let chunkSize = 1 << 16

    /// Reads standard input: all of it if it is a list, and only the beginning of media. It waits for the first bytes as long as it takes.
    static func read() throws(ClientFailure) -> PipedList {
        guard mayHaveList else { return .media([]) }
        var (bytes, ended): ([UInt8], Bool) = ([], false)
        while true {
            let more = chunk(chunkSize - bytes.count)
            ended = more.isEmpty
            bytes += more
            if let isList = begins(bytes, isWhole: ended || bytes.count >= chunkSize) {
                if isList { break }
                // Words that end are no sound, and whoever wrote them waits for an answer: a file of that name is not there.
                while !ended, bytes.count < chunkSize, isText(bytes) {
                    let more = chunk(chunkSize - bytes.count)
                    ended = more.isEmpty
                    bytes += more
                }
                if ended, isText(bytes) { return .entries(try lines(of: bytes)) }
                return .media(bytes)
            }
        }
        while !ended {
            let more = chunk(chunkSize)
            ended = more.isEmpty
            bytes += more
            guard bytes.count <= limit else { throw .refused("the list in standard input has more than \(limit >> 20) MiB") }
        }
        return .entries(try lines(of: bytes))
    }

    /// Returns the lines of the list in standard input. Throws if there is none.
    /// - Parameter refusal: why there has to be one.
    static func required(_ refusal: String) throws(ClientFailure) -> [PipedLine] {
        guard case .entries(let lines) = try read() else { throw .usage("standard input has no list: \(refusal)") }
        return lines
    }

    /// Whether standard input is a pipe, a file or a socket: from a terminal or a device nobody reads lists.
    private static var mayHaveList: Bool {
        var status = stat()
        return fstat(STDIN_FILENO, &status) == 0 && [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Returns the next bytes; none at the end.
    private static func chunk(_ size: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        while true {
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Returns whether bytes are the beginning of a list; `nil` if that shows only later. The first line that is not empty and no comment
    /// decides: no container of sound begins with the number of a song, or with a path.
    /// - Parameter isWhole: no more bytes come, or no more are looked at.
    static func begins(_ bytes: [UInt8], isWhole: Bool) -> Bool? {
        // The files of AMR begin as a comment does.
        if bytes.starts(with: Array("#!AMR".utf8)) { return false }
        var rest = PipedLine.withoutMark(bytes)
        while let end = rest.firstIndex(of: 0x0A) ?? (isWhole || rest.contains(where: isControl) ? rest.endIndex : nil) {
            let line = PipedLine.trimmed(rest[..<end])
            guard !line.contains(where: isControl) else { return false }
            switch PipedLine.Kind(line) {
            case .nothing where end < rest.endIndex:
                rest = rest[(end + 1)...]
                continue
            case .nothing: return isWhole ? true : nil
            case .text: return false
            default: return true
            }
        }
        return nil
    }

    /// Whether bytes are nothing but whole lines of text, which no media are.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.last == 0x0A && !bytes.contains(where: isControl) && String(validating: bytes, as: UTF8.self) != nil
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) || byte == 0x7F }

    /// Returns the lines of a list. Throws if one is no entry, and names it; and if there is none.
    static func lines(of bytes: [UInt8]) throws(ClientFailure) -> [PipedLine] {
        var (lines, number): ([PipedLine], Int) = ([], 0)
        for line in PipedLine.withoutMark(bytes).split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let line = PipedLine(number: number, bytes: PipedLine.trimmed(line))
            switch line.kind {
            case .nothing: continue
            case .text: throw line.mistake
            default: lines.append(line)
            }
        }
        guard !lines.isEmpty else { throw .refused("there are no songs: the list in standard input is empty") }
        return lines
    }
}
