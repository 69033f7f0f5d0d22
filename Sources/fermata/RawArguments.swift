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
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + options + rest[end...]
    }
}
