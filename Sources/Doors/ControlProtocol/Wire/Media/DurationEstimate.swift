extension WireMember where Value == Bool {
    /// Marks a duration that may differ from the length that will be heard. Most durations are exact and have no mark.
    static var durationIsEstimate: Self {
        .mark("durationIsEstimate", "Present, and true, if the duration may differ from what will be heard.")
    }
}
