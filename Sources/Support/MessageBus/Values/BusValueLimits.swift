/// How much is read of a message from another program, which may send megabytes.
package struct BusValueLimits: Hashable, Sendable {
    /// How deeply values may nest: a variant, an array, an entry and a structure count one each.
    package var depth = 16
    /// How many values a message may have, those inside others included.
    package var values = 4_096
    /// How many bytes all its texts, paths and signatures may have together.
    package var textBytes = 256 << 10
    /// How many descriptors are duplicated. A message may name one of its descriptors any number of times.
    package var descriptors = 16

    /// Makes the default limits.
    package init() {}
}
