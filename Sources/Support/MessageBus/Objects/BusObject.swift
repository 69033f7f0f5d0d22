import CSystemd

/// Owns an object that other programs can use, as long as the connection lasts. For the bus thread only.
package struct BusObject: ~Copyable {
    private let slot: BusSlot
    private let connection: BusConnection
    private let path: ObjectPath
    private let interfaces: [BusInterface]

    fileprivate init(_ slot: BusSlot, on connection: BusConnection, at path: ObjectPath, _ interfaces: [BusInterface]) {
        self.slot = slot
        self.connection = connection
        self.path = path
        self.interfaces = interfaces
    }

    /// Sends a signal of one of the object's interfaces to everybody who listens.
    package func emit(_ signal: String, of interface: String, _ values: [BusValue] = []) {
        var made: OpaquePointer?
        guard
            unsafe sd_bus_message_new_signal(connection.bus.pointer, &made, path.description, interface, signal) >= 0,
            let made = unsafe made
        else { return }
        let message = unsafe BusMessage(owning: made)
        guard message.append(values) >= 0 else {
            assertionFailure("\(signal) cannot be sent with these values")
            return
        }
        // If this fails, the connection is lost, which the link finds by itself.
        unsafe sd_bus_send(connection.bus.pointer, message.pointer, nil)
    }

    /// Reports that properties of an interface changed, each as its ``BusInterface/Property/announcement`` says.
    package func propertiesChanged(_ names: Set<String>, of interface: String) {
        let changed = interfaces.filter { $0.name == interface }.flatMap(\.properties).filter { names.contains($0.name) }
        let announced = changed.filter { $0.announcement == .value }
        let invalidated = changed.filter { $0.announcement == .invalidation }
        if announced.isEmpty && invalidated.isEmpty { return }
        emit(
            "PropertiesChanged", of: BusInterface.propertiesName,
            [
                .string(interface), .properties(announced.map { ($0.name, $0.get()) }),
                .strings(invalidated.map(\.name)),
            ])
    }
}

extension BusConnection {
    /// Exports an object with these interfaces, and the standard ones, at `path`. Returns nil if memory is short.
    ///
    /// Export objects before ``requestName(_:answer:)``: a program that sees the name calls at once.
    package func export(_ interfaces: [BusInterface], at path: ObjectPath) -> BusObject? {
        let own = interfaces + [.properties(of: interfaces)]
        let all = own + [.introspectable(own)]
        let data = unsafe BusHandler { [weak self] message in Self.perform(message, with: all, on: self) }.retained()
        var slot: OpaquePointer?
        guard unsafe sd_bus_add_object(bus.pointer, &slot, path.description, BusHandler.function, data) >= 0,
            let slot = unsafe slot
        else {
            unsafe BusHandler.release(data)
            return nil
        }
        unsafe BusHandler.release(data, with: slot)
        return unsafe BusObject(BusSlot(owning: slot), on: self, at: path, interfaces)
    }

    /// Carries out a call. Returns false if there is no such method; the library then answers.
    private static func perform(
        _ call: borrowing BusMessage, with interfaces: [BusInterface], on connection: BusConnection?
    ) -> Bool {
        let (name, member) = (call.interface, call.member)
        // A caller may leave out the interface.
        let candidates = interfaces.filter { name == nil || $0.name == name }.flatMap(\.methods)
        guard let method = candidates.first(where: { $0.name == member }) else { return false }
        let reply = BusReply(to: call, outputs: method.outputs.map(\.type).signature, on: connection)
        let inputs = method.inputs.map(\.type).signature
        do throws(BusCallError) {
            guard call.has(inputs) else { throw .invalidArguments("\(method.name) takes the types \"\(inputs)\"") }
            method.perform(try call.readValues(), reply)
        } catch {
            reply.fail(error)
        }
        return true
    }
}
