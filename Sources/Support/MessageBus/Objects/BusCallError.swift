/// Why a call failed: the error that the caller gets.
package struct BusCallError: Error, Hashable, Sendable {
    /// The name of the error, such as `org.freedesktop.DBus.Error.Failed`.
    package let name: String
    /// The sentence for a person.
    package let message: String

    /// Makes an error with any name.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    private init(_ kind: String, _ message: String) {
        self.init(name: "org.freedesktop.DBus.Error.\(kind)", message: message)
    }

    /// The call was understood, and could not be carried out.
    package static func failed(_ message: String) -> BusCallError { BusCallError("Failed", message) }
    /// The arguments have other types or values than the method takes.
    package static func invalidArguments(_ message: String) -> BusCallError { BusCallError("InvalidArgs", message) }
    /// The arguments are more than the program takes.
    package static func limitsExceeded(_ message: String) -> BusCallError { BusCallError("LimitsExceeded", message) }
    /// The object has no such interface.
    package static func unknownInterface(_ name: String) -> BusCallError {
        BusCallError("UnknownInterface", "there is no interface \(name)")
    }
    /// The interface has no such property.
    package static func unknownProperty(_ name: String) -> BusCallError {
        BusCallError("UnknownProperty", "there is no property \(name)")
    }
    /// The property cannot be set.
    package static func propertyIsReadOnly(_ name: String) -> BusCallError {
        BusCallError("PropertyReadOnly", "the property \(name) cannot be set")
    }
}
