import Glibc
import SystemSupport
import TerminalPictures

/// Reads a cover in a process of its own: pictures come from anywhere, and what they do to the reader stays there. The player in the
/// terminal asks for it: `fermata ---cover WIDTH HEIGHT URI`. The answer is the size in a line, and the dots.
enum CoverCommand {
    /// The first argument of such a request. No command has such a name.
    static let command = "---cover"

    /// The most bytes of a file that are read.
    private static let fileLimit = 16 << 20
    /// What a picture may take at most: seconds of a processor, and memory in bytes.
    private static let limits: (seconds: rlim_t, memory: rlim_t) = (10, 1 << 30)
    /// The most bytes of an answer.
    static let answerLimit = 3 * CoverPicture.sideLimit * CoverPicture.sideLimit + 32

    /// Answers such a request, and returns the exit status. `nil` for all other arguments.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.first == command else { return nil }
        guard arguments.count == 4, let width = Int(arguments[1]), let height = Int(arguments[2]),
            (1...CoverPicture.sideLimit).contains(width), (1...CoverPicture.sideLimit).contains(height)
        else { return ClientFailure.Status.usage.rawValue }
        for (limit, value) in [(RLIMIT_CPU, limits.seconds), (RLIMIT_AS, limits.memory)] {
            var limits = rlimit(rlim_cur: value, rlim_max: value)
            setrlimit(CInt(limit.rawValue), &limits)
        }
        guard let bytes = file(arguments[3]), let bitmap = try? Bitmap(bytes, atLeast: (width, height)) else {
            return ClientFailure.Status.refused.rawValue
        }
        let fitted = bitmap.fitted(width: width, height: height)
        let answer = Array("\(fitted.width) \(fitted.height)\n".utf8) + fitted.bytes
        return Terminal.put(answer, to: STDOUT_FILENO) ? 0 : ClientFailure.Status.refused.rawValue
    }

    private static func file(_ uri: String) -> [UInt8]? {
        guard let file = LocalFile(uri) else { return nil }
        defer { close(file.descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file.descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += piece.prefix(count)
            if bytes.count > fileLimit { return nil }
        }
    }

    /// Reads an answer.
    static func bitmap(of answer: [UInt8]) -> Bitmap? {
        guard let end = answer.prefix(32).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = String(decoding: answer[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard words.count == 2 else { return nil }
        return Bitmap(width: words[0], height: words[1], bytes: Array(answer[(end + 1)...]))
    }
}
