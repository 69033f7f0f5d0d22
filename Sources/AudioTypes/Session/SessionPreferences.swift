/// What clients may ask of the graph for the session.
package enum SessionPreferences {
    /// How long a cycle of the graph may be asked to be, in seconds; 0 asks for nothing.
    package static let bufferDurations = 0.0005...0.5
    /// Which sample rate of the graph may be asked for, in hertz; 0 asks for nothing.
    package static let sampleRates = 8_000.0...384_000
}
