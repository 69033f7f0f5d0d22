import CPipeWire

/// Makes PipeWire's property lists.
enum Properties {
    /// A list with those entries. Ownership goes to whoever it is given to.
    static func make(_ entries: [(String, String)]) -> UnsafeMutablePointer<pw_properties>? {
        // An empty text, because a list made from a nil dictionary crashes in 0.3.
        guard let properties = unsafe pw_properties_new_string("") else { return nil }
        for (key, value) in entries { _ = unsafe pw_properties_set(properties, key, value) }
        return unsafe properties
    }

    /// The value of `key` in a dictionary that PipeWire shows.
    static func value(_ key: String, in dictionary: UnsafePointer<spa_dict>?) -> String? {
        guard let dictionary = unsafe dictionary, let value = unsafe spa_dict_lookup(dictionary, key) else { return nil }
        return unsafe String(cString: value)
    }
}

/// The installed library.
package enum PipeWireLibrary {
    /// Its version, as in `0.3.65`.
    package static var version: String { unsafe String(cString: pw_get_library_version()) }

    /// Before 1.4 a client's data thread is real-time only with this configuration.
    static var needsRealtimeConfiguration: Bool {
        let parts = version.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2 else { return false }
        return (parts[0], parts[1]) < (1, 4)
    }
}
