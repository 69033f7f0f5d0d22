/// A canceller of echo: it takes the sound of an input, takes out of it what an output plays, and offers the rest as a source.
package struct EchoCanceller: Hashable, Sendable {
    /// The uid of the source that it makes, which is the same for every input.
    package static let uid = "fermata-echo-cancel"

    /// The uid of the input that the sound comes from.
    package var input: String
    /// The uid of the output whose sound is taken out; `nil` for the default one.
    package var output: String?

    /// Makes a description.
    package init(input: String, output: String?) {
        self.input = input
        self.output = output
    }
}
