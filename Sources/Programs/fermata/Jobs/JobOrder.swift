import ArgumentParser
import Glibc

/// One input of a command that copies or converts, and where the result goes.
struct JobOrder: Hashable {
    /// Where a result goes.
    enum Output: Hashable {
        /// Below the daemon's directory of recordings.
        case daemon
        /// To a new file.
        case file(String)
        /// Into a directory, under the name of the input with another suffix.
        case directory(String)
        /// To standard output.
        case pipe
    }

    /// Its place among the inputs.
    let number: Int
    /// The file or URL as it was given.
    let input: String
    let output: Output

    /// Whether the media come from standard input.
    var isFromStandardInput: Bool { input == "-" }

    /// Returns the orders for the arguments of a command: inputs, then a file, a directory or `-`; a single input goes to the
    /// daemon's directory.
    static func orders(_ arguments: [String]) throws -> [JobOrder] {
        try MediaAddress.check(arguments)
        guard arguments.count > 1, let last = arguments.last else {
            guard let only = arguments.first else { throw ValidationError("give a file or a URL") }
            return [JobOrder(number: 0, input: only, output: .daemon)]
        }
        let inputs = arguments.dropLast()
        if last == "-" || !isDirectory(last) {
            guard inputs.count == 1 else { throw ValidationError("several inputs need a directory as the last argument") }
            return [JobOrder(number: 0, input: inputs[0], output: last == "-" ? .pipe : .file(last))]
        }
        if inputs.contains("-") { throw ValidationError("what comes from standard input has no name: give that of the new file") }
        let directory = last.count > 1 && last.hasSuffix("/") ? String(last.dropLast()) : last
        return inputs.enumerated().map { JobOrder(number: $0.offset, input: $0.element, output: .directory(directory)) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The suffix of the name of the new file, without its dot; `nil` if the name has none, or is not known yet.
    var suffix: String? {
        guard case .file(let path) = output else { return nil }
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".")
        return parts.count > 1 ? parts[parts.count - 1].lowercased() : nil
    }

    /// Where the bytes go until all are there: hidden, beside the new file.
    var temporaryPath: String? {
        switch output {
        case .daemon, .pipe: return nil
        case .directory(let directory): return "\(directory)/.\(stem.prefix(60)).\(getpid())-\(number).part"
        case .file(let path):
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let name = parts.last ?? ""
            return (parts.dropLast() + [".\(name.prefix(60)).\(getpid()).part"]).joined(separator: "/")
        }
    }

    /// The path of the new file, once the usual suffix of its kind is known.
    func finalPath(format: String) -> String? {
        switch output {
        case .daemon, .pipe: nil
        case .file(let path): path
        case .directory(let directory): "\(directory)/\(stem).\(format)"
        }
    }

    private var stem: String {
        let name = MediaAddress.name(of: input)
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] != "" ? parts.dropLast().joined(separator: ".") : name
    }
}
