extension BusInterface {
    /// Returns the description of an object with these interfaces (D-Bus specification, "Introspection Data Format").
    static func describe(_ interfaces: [BusInterface]) -> String {
        let head = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

            """
        return head + "<node>\n" + interfaces.map(\.description).joined() + "</node>\n"
    }

    private var description: String {
        let members = methods.map(\.description) + properties.map(\.description) + signals.map(\.description)
        return " <interface name=\"\(name)\">\n" + members.joined() + " </interface>\n"
    }
}

extension BusInterface.Argument {
    fileprivate func description(direction: String? = nil) -> String {
        let direction = direction.map { " direction=\"\($0)\"" } ?? ""
        return "   <arg name=\"\(name)\" type=\"\(type.signature)\"\(direction)/>\n"
    }
}

extension BusInterface.Method {
    fileprivate var description: String {
        let arguments = inputs.map { $0.description(direction: "in") } + outputs.map { $0.description(direction: "out") }
        return "  <method name=\"\(name)\">\n" + arguments.joined() + "  </method>\n"
    }
}

extension BusInterface.Property {
    fileprivate var description: String {
        let access = set == nil ? "read" : "readwrite"
        let annotation = "org.freedesktop.DBus.Property.EmitsChangedSignal"
        return """
              <property name="\(name)" type="\(type.signature)" access="\(access)">
               <annotation name="\(annotation)" value="\(announcement.rawValue)"/>
              </property>

            """
    }
}

extension BusInterface.Signal {
    fileprivate var description: String {
        "  <signal name=\"\(name)\">\n" + arguments.map { $0.description() }.joined() + "  </signal>\n"
    }
}
