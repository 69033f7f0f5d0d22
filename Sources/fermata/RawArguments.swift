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
}
