import CPipeWire
import Glibc

/// Owns a set of properties. Entries whose value is `nil` are left out.
@safe struct Properties: ~Copyable {
    private let pointer: UnsafeMutablePointer<pw_properties>

    init(_ entries: KeyValuePairs<String, String?>) throws(OutputError) {
        guard let made = unsafe fermata_properties_new() else {
            throw OutputError(.library, "no properties could be made", errno: errno)
        }
        unsafe pointer = made
        for (key, value) in entries {
            if let value { unsafe pw_properties_set(pointer, key, value) }
        }
    }

    deinit { unsafe pw_properties_free(pointer) }

    /// The same entries as a dictionary, which is valid as long as this object lives.
    var dictionary: UnsafePointer<spa_dict> { unsafe fermata_properties_dictionary(pointer) }

    /// Hands the properties over to a function that takes ownership of them.
    consuming func take() -> UnsafeMutablePointer<pw_properties> {
        let taken = unsafe pointer
        discard self
        return unsafe taken
    }
}

extension Dictionary where Key == String, Value == String {
    /// How many bytes of a key or a value are copied; real ones are far shorter. Any program may give its nodes names of
    /// any length, and Fermata would keep each of them and send it in events, replies and the log.
    static var longestProperty: Int { 4_096 }

    /// Copies the entries of a dictionary that the server sent.
    init(_ dictionary: UnsafePointer<spa_dict>?) {
        self.init()
        guard let dictionary = unsafe dictionary else { return }
        for index in 0..<Int(unsafe dictionary.pointee.n_items) {
            let item = unsafe dictionary.pointee.items[index]
            if let key = unsafe item.key, let value = unsafe item.value {
                unsafe self[Self.text(key)] = Self.text(value)
            }
        }
    }

    private static func text(_ characters: UnsafePointer<CChar>) -> String {
        let length = unsafe strnlen(characters, longestProperty)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: characters, count: length), as: UTF8.self)
    }
}
