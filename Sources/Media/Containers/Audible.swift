/// The part of a decoder's output that is the recording. Codecs start late, and their packets are longer than the sound in
/// them.
package struct Audible: Equatable {
    /// The frames before the recording.
    package var lead: Int64 = 0
    /// The number of frames of the recording; `nil` if it goes on up to the last decoded frame.
    package var length: Int64?

    package init(lead: Int64 = 0, length: Int64? = nil) {
        self.lead = lead
        // A length that no recording reaches is treated as unknown, because adding it to another length would overflow.
        self.length = length.flatMap { (1...1 << 48).contains($0) ? $0 : nil }
    }
}
