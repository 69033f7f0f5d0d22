/// How much of a file's tags is kept: no container limits its tags, and a title of 60 MiB would be in every status, in the state
/// and in PipeWire's properties. Lengths are in bytes.
package enum TagLimits {
    /// The most tags of one file. Those of ``TagVocabulary/indispensable`` are kept beyond it.
    package static let count = 256
    /// The longest name; a tag with a longer one is dropped.
    package static let name = 128
    /// The longest text: the lyrics of a long song. A longer one is cut.
    package static let text = 16 << 10
    /// All texts of one file together; indispensable tags are kept beyond it. More than this is a booklet, not tags.
    package static let total = 128 << 10
}
