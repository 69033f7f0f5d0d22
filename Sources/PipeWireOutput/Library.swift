import CPipeWire

/// libpipewire itself.
enum Library {
    /// Initialises the library, once in the life of the process.
    private static let initialization: Void = pw_init(nil, nil)

    static func initialize() { _ = initialization }

    /// The version of the library that is loaded, which may be newer than the one compiled against.
    static var version: String { unsafe String(cString: pw_get_library_version()) }

    /// Whether a client must name `client-rt.conf` to get a real-time data thread: before 1.4, where the plain
    /// configuration became real-time and the other went away.
    static func needsRealtimeConfiguration(version: String) -> Bool {
        let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        let (major, minor) = (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0)
        return (major, minor) < (1, 4)
    }
}
