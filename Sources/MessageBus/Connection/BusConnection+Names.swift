/// The owners of names on a bus.
extension BusConnection {
    /// Calls `handler` with a name and its new owner (nil: none) whenever a name that fits `part` changes its owner. `part` is
    /// a part of a match rule.
    package func watchOwners(_ part: String, _ handler: @escaping (String, String?) -> Void) -> BusSlot? {
        let bus = BusMethod.busName
        let rule = "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',\(part)"
        return watch(rule) { message in
            guard message.sender == bus, message.has("sss"), let name = message.readText(),
                message.readText() != nil, let owner = message.readText()
            else { return }
            handler(name, owner.isEmpty ? nil : owner)
        }
    }

    /// Asks who owns `name` now, and calls `answer` with the owner's unique name, or nil if the name has no owner.
    package func askOwner(of name: String, answer: @escaping (String?) -> Void) {
        call(.ofBus("GetNameOwner"), [name]) { result in answer(result.read { $0.readText() }) }
    }
}
