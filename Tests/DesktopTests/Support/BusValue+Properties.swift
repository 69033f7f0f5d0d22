import MessageBus

extension BusValue {
    /// A table of properties.
    static func properties(_ entries: KeyValuePairs<String, BusValue>) -> BusValue {
        .properties(entries.map { (name: $0.key, value: $0.value) })
    }
}
