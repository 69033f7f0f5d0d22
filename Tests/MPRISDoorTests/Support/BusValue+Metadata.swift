import MessageBus

extension BusValue {
    /// A field of metadata.
    func field(_ name: String) -> BusValue? {
        guard case .dictionary(_, _, let entries) = self else { return nil }
        for entry in entries where entry.key == .string(name) {
            if case .variant(let value) = entry.value { return value }
        }
        return nil
    }

    /// The title of metadata.
    var title: String? { if case .string(let title)? = field("xesam:title") { title } else { nil } }
}
