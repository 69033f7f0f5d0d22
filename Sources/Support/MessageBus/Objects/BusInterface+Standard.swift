/// The interfaces that every object has (D-Bus specification, "Standard Interfaces").
extension BusInterface {
    /// The name of the interface of properties.
    static let propertiesName = "org.freedesktop.DBus.Properties"

    /// Returns the interface through which others read and set the properties of `interfaces`.
    static func properties(of interfaces: [BusInterface]) -> BusInterface {
        let (interface, property) = (Argument("interface", .string), Argument("property", .string))
        let table = BusValueType.dictionary(key: .string, value: .variant)
        return BusInterface(
            propertiesName,
            methods: [
                Method("Get", [interface, property], returns: [Argument("value", .variant)]) { arguments, reply in
                    reply.answer { () throws(BusCallError) in
                        [.variant(try find(arguments[1], of: arguments[0], in: interfaces).get())]
                    }
                },
                Method("GetAll", [interface], returns: [Argument("properties", table)]) { arguments, reply in
                    reply.answer { () throws(BusCallError) in
                        let properties = try find(arguments[0], in: interfaces).flatMap(\.properties)
                        return [.properties(properties.map { ($0.name, $0.get()) })]
                    }
                },
                Method("Set", [interface, property, Argument("value", .variant)]) { arguments, reply in
                    do throws(BusCallError) {
                        let property = try find(arguments[1], of: arguments[0], in: interfaces)
                        guard let set = property.set else { throw .propertyIsReadOnly(property.name) }
                        guard case .variant(let value) = arguments[2], value.type == property.type else {
                            throw .invalidArguments("\(property.name) takes the type \(property.type.signature)")
                        }
                        set(value, reply)
                    } catch {
                        reply.fail(error)
                    }
                },
            ],
            signals: [
                Signal(
                    "PropertiesChanged",
                    [interface, Argument("changed", table), Argument("invalidated", .array(.string))])
            ])
    }

    /// Returns the interface through which others learn what an object with these interfaces can do.
    static func introspectable(_ interfaces: [BusInterface]) -> BusInterface {
        func interface(_ description: String) -> BusInterface {
            BusInterface(
                "org.freedesktop.DBus.Introspectable",
                methods: [
                    Method("Introspect", returns: [Argument("description", .string)]) { _, reply in
                        reply.succeed([.string(description)])
                    }
                ])
        }
        return interface(describe(interfaces + [interface(""), peer]))
    }

    /// The interface that sd-bus itself provides.
    private static var peer: BusInterface {
        BusInterface(
            "org.freedesktop.DBus.Peer",
            methods: [
                Method("Ping") { _, _ in },
                Method("GetMachineId", returns: [Argument("machine", .string)]) { _, _ in },
            ])
    }

    /// Returns the interfaces called `name`: one, or all if the name is empty, which the specification allows.
    private static func find(_ name: BusValue, in interfaces: [BusInterface]) throws(BusCallError) -> [BusInterface] {
        guard case .string(let name) = name, !name.isEmpty else { return interfaces }
        let found = interfaces.filter { $0.name == name }
        if found.isEmpty { throw .unknownInterface(name) }
        return found
    }

    private static func find(
        _ property: BusValue, of interface: BusValue, in interfaces: [BusInterface]
    ) throws(BusCallError) -> Property {
        let properties = try find(interface, in: interfaces).flatMap(\.properties)
        guard case .string(let name) = property, let found = properties.first(where: { $0.name == name }) else {
            throw .unknownProperty(property.text)
        }
        return found
    }
}

extension BusValue {
    fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
