// `durationIsEstimate` marks a duration that may differ from the length that will be heard. Most durations are exact and have
// no mark.
extension Wire {
    static let estimateField = Schema.Field.optional(
        "durationIsEstimate", .boolean, "Present, and true, if the duration may differ from what will be heard.")

    /// Returns whether the duration of `object` is marked as an estimate.
    static func isEstimate(_ object: JSONObject) -> Bool { object["durationIsEstimate"] == .bool(true) }

    /// The mark as JSON.
    static func mark(_ isEstimate: Bool) -> JSONValue? { isEstimate ? .bool(true) : nil }
}
