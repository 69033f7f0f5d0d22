/// The ranges of the preferences that clients may set for the session.
package enum SessionPreferences {
    /// The preferred length of a cycle of the graph, in seconds; 0 is no preference.
    package static let bufferDurations = 0.0005...0.5
    /// The preferred sample rate of the graph, in hertz; 0 is no preference.
    package static let sampleRates = 8_000.0...384_000
    /// Up to how many channels a card is switched for media that has them; 0 is what the configuration says.
    package static let outputChannels = 0...64
}
