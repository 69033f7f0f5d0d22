/// Who has which name on a bus.
extension BusConnection {
    /// Has `handler` called with a name and its new owner (nil: none) whenever the owner of a name changes that fits `part`, a
    /// part of a match rule.
    func watchOwners(_ part: String, _ handler: @escaping (String, String?) -> Void) -> BusSlot? {
        let bus = BusMethod.busName
        let rule = "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',\(part)"
        return watch(rule) { message in
            guard message.sender == bus, message.has("sss"), let name = message.readText(),
                message.readText() != nil, let owner = message.readText()
            else { return }
            handler(name, owner.isEmpty ? nil : owner)
        }
    }

    /// Asks who owns `name` now: a unique name, or nil if nobody does.
    func askOwner(of name: String, answer: @escaping (String?) -> Void) {
        call(.ofBus("GetNameOwner"), [name]) { result in answer(result.read { $0.readText() }) }
    }
}
