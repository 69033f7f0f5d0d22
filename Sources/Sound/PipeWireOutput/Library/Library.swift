import CPipeWire

/// libpipewire itself.
enum Library {
    /// Initialises the library, once in the life of the process.
    private static let initialization: Void = pw_init(nil, nil)

    /// Initialises the library, unless that was done before.
    static func initialize() { _ = initialization }

    /// The version of the loaded library, which may be newer than the one compiled against.
    static var version: String { unsafe String(cString: pw_get_library_version()) }

    /// Whether a client must name `client-rt.conf` to get a real-time data thread. That is so before 1.4; from 1.4 on the
    /// plain configuration gives it, and `client-rt.conf` is gone.
    static func needsRealtimeConfiguration(version: String) -> Bool {
        let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        let (major, minor) = (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0)
        return (major, minor) < (1, 4)
    }
}
