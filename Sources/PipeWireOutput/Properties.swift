import CPipeWire
import Glibc

/// Owns a set of properties. Values of `nil` are left out.
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

    /// The same entries as a dictionary that lives as long as this does.
    var dictionary: UnsafePointer<spa_dict> { unsafe fermata_properties_dictionary(pointer) }

    /// Gives the properties to a function that takes them over.
    consuming func take() -> UnsafeMutablePointer<pw_properties> {
        let taken = unsafe pointer
        discard self
        return unsafe taken
    }
}

extension Dictionary where Key == String, Value == String {
    /// How many bytes of a key or a value are taken over. Any program may give its nodes a name of any length, which would be kept
    /// for each and told in events, replies and the log; real ones are far shorter.
    static var longestProperty: Int { 4_096 }

    /// Copies the entries out of what the server sent.
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
