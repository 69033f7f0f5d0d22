/// A method of an object on the bus.
package struct BusMethod {
    /// The program to call: a unique or a well-known name.
    package let destination: String
    /// The path of the program's object.
    package let path: String
    /// The interface of the method.
    package let interface: String
    /// The name of the method.
    package let name: String

    /// Makes a method.
    package init(destination: String, path: String, interface: String, name: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.name = name
    }

    /// Returns a method of the bus itself.
    package static func ofBus(_ name: String) -> BusMethod {
        BusMethod(destination: busName, path: "/org/freedesktop/DBus", interface: busName, name: name)
    }

    /// The name of the bus itself; no other sender can have it.
    package static let busName = "org.freedesktop.DBus"
}
