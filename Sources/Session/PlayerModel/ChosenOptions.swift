import AudioTypes

/// The options that clients have chosen in the place of the configured ones. They are part of the state that survives a restart.
///
/// The newest wish counts: a choice holds until the configuration has another value than at the time of the choice.
package struct ChosenOptions: Hashable, Sendable, Codable {
    /// A value that a client chose, and the configured value that it took the place of.
    private struct Choice: Hashable, Sendable, Codable {
        let value: OptionValue
        let configured: OptionValue
    }

    /// By the names of the options.
    private var choices: [String: Choice] = [:]

    /// Makes the options of which none was chosen.
    package init() {}

    package init(from decoder: any Decoder) throws { choices = try [String: Choice](from: decoder) }

    package func encode(to encoder: any Encoder) throws { try choices.encode(to: encoder) }

    /// Whether nothing was chosen.
    var isEmpty: Bool { choices.isEmpty }

    /// Takes over the options that a client wants. `configured` are those of the configuration.
    mutating func choose(_ options: PlaybackOptions, over configured: PlaybackOptions) {
        for option in PlayerOption.all {
            let (value, old) = (options[option], configured[option])
            choices[option.name] = value == old ? nil : Choice(value: value, configured: old)
        }
    }

    /// Forgets the choices that were made over other values than those of `configured`, and values that nobody can have chosen.
    mutating func review(by configured: PlaybackOptions) {
        let old = choices
        choices = [:]
        for option in PlayerOption.all {
            guard let choice = old[option.name], choice.configured == configured[option],
                option.accepted(choice.value) == choice.value
            else { continue }
            choices[option.name] = choice
        }
    }

    /// Returns the configuration with the chosen options.
    func applied(to configured: PlaybackConfiguration) -> PlaybackConfiguration {
        var configuration = configured
        for option in PlayerOption.all { if let choice = choices[option.name] { configuration.options[option] = choice.value } }
        return configuration
    }
}
