// A duration that may differ from what is heard is marked; one that does not is not, as most are.
extension Wire {
    static let estimateField = Schema.Field.optional(
        "durationIsEstimate", .boolean, "Present, and true, if the duration may differ from what will be heard.")

    /// Whether the duration of an object is marked.
    static func isEstimate(_ object: JSONObject) -> Bool { object["durationIsEstimate"] == .bool(true) }

    /// The mark as it travels.
    static func mark(_ isEstimate: Bool) -> JSONValue? { isEstimate ? .bool(true) : nil }
}
