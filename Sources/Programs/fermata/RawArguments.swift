import Glibc

/// The command line as the kernel passed it.
enum RawArguments {
    /// Returns the arguments without the program's name.
    ///
    /// Swift's `CommandLine.arguments` repairs an argument that is not UTF-8, which would change such a file name. Here it
    /// becomes a `file://` URL instead, whose percent escapes keep every byte.
    static func readable() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return nil }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            return String(validating: bytes, as: UTF8.self) ?? MediaAddress.address(ofPath: Array(bytes))
        }
    }

    /// How many arguments are always parsed.
    private static let parsedCount = 64

    /// The arguments to parse, and those behind them that can only be names of media. The parser's time grows with the square
    /// of the number of arguments, and a shell may expand one pattern to ten thousand of them.
    static let parts: (parsed: [String], media: [String]) = split(readable())

    static func split(_ arguments: [String]) -> (parsed: [String], media: [String]) {
        guard arguments.count > parsedCount,
            ["play", "add", "insert"].contains(arguments.first) || arguments.starts(with: ["queue", "add"])
        else {
            return (arguments, [])
        }
        // The argument behind the last option may be its value; behind `--` there are only names.
        let last = arguments.firstIndex(of: "--") ?? arguments.lastIndex { $0.hasPrefix("-") } ?? 0
        let end = max(parsedCount, last + 2)
        return (Array(arguments.prefix(end)), Array(arguments.dropFirst(end)))
    }

    /// Returns the last `count` arguments as the kernel passed them, ended by `nil`, as `execv` takes them.
    static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>?] {
        let end = Int(CommandLine.argc)
        return (max(0, end - count)..<end).map { CommandLine.unsafeArgv[$0] } + [nil]
    }

    /// Returns the arguments with `--socket PATH`, `--instance NAME` and `--json` behind the command if they were written before it: every
    /// command has these options, and people write them in either place.
    static func withSharedOptionsLast(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var rest = arguments[...]
        while let first = rest.first {
            if first == "--socket" || first == "--instance", rest.count >= 2 {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if first == "--json" || first.hasPrefix("--socket=") || first.hasPrefix("--instance=") {
                options.append(first)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        // Without a command, the state of the player is shown.
        if rest.isEmpty { rest = ["status"] }
        var ordered = Array(commandSetApart(rest))
        ordered.insert(contentsOf: options, at: ordered.firstIndex(of: "--") ?? ordered.endIndex)
        return ordered
    }

    /// Returns the arguments with `--` before the command that `interrupt` or `session no-interruptions` is to run: the options of that
    /// command are not those of ours.
    private static func commandSetApart(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
        let (words, optionsWithValue) =
            if arguments.first == "interrupt" {
                (1, Interrupt.optionsWithValue)
            } else if arguments.starts(with: ["session", "no-interruptions"]) {
                (2, NoInterruptions.optionsWithValue)
            } else {
                (0, [])
            }
        guard words > 0 else { return arguments }
        var index = arguments.startIndex + words
        while index < arguments.endIndex, arguments[index].hasPrefix("-") {
            if arguments[index] == "--" { return arguments }
            index += optionsWithValue.contains(arguments[index]) ? 2 : 1
        }
        let command = min(index, arguments.endIndex)
        return arguments[..<command] + ["--"] + arguments[command...]
    }
}
