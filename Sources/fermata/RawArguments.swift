import Glibc

/// The command line as the kernel gave it.
enum RawArguments {
    /// The arguments without the program's name.
    ///
    /// Swift's own view repairs what is no UTF-8, which would turn such a file name into another. Here it becomes a
    /// `file://` URL instead, whose percent escapes keep every byte.
    static func readable() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return nil }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            return String(validating: bytes, as: UTF8.self) ?? MediaAddress.address(ofPath: Array(bytes))
        }
    }

    /// How many arguments are parsed in any case.
    private static let parsedCount = 64

    /// The arguments to be parsed, and those of them taken off the end that can be nothing but names of media: the parser's time
    /// grows with the square of their number, and a shell makes ten thousand of one pattern.
    static let parts: (parsed: [String], media: [String]) = split(readable())

    static func split(_ arguments: [String]) -> (parsed: [String], media: [String]) {
        guard arguments.count > parsedCount, arguments.first == "play" || arguments.starts(with: ["queue", "add"]) else {
            return (arguments, [])
        }
        // Behind the last option one may be its value; behind two dashes there are only names.
        let last = arguments.firstIndex(of: "--") ?? arguments.lastIndex { $0.hasPrefix("-") } ?? 0
        let end = max(parsedCount, last + 2)
        return (Array(arguments.prefix(end)), Array(arguments.dropFirst(end)))
    }

    /// The last arguments, that many, each as the kernel gave it, and `nil` behind them: as `execv` takes them.
    static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>?] {
        let end = Int(CommandLine.argc)
        return (max(0, end - count)..<end).map { CommandLine.unsafeArgv[$0] } + [nil]
    }

    /// The arguments with `--socket PATH` and `--json` behind the command, where they were written before it: every command
    /// has these options, and people write them in either place.
    static func withSharedOptionsLast(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var rest = arguments[...]
        while let first = rest.first {
            if first == "--socket", rest.count >= 2 {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if first == "--json" || first.hasPrefix("--socket=") {
                options.append(first)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        rest = commandSetApart(rest)
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + options + rest[end...]
    }

    /// The arguments with `--` before the command that `interrupt` is to run, as its options are its own affair.
    private static func commandSetApart(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
        guard arguments.first == "interrupt" else { return arguments }
        var index = arguments.startIndex + 1
        while index < arguments.endIndex, arguments[index].hasPrefix("-") {
            if arguments[index] == "--" { return arguments }
            index += Interrupt.optionsWithValue.contains(arguments[index]) ? 2 : 1
        }
        let command = min(index, arguments.endIndex)
        return arguments[..<command] + ["--"] + arguments[command...]
    }
}
