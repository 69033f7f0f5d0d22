package import AudioSession
package import AudioTypes
package import Filters
package import MediaTypes
import PlayerModel

/// What a client wants of the sound of an output. What is `nil` stays as it is.
package struct FilterOrder: Sendable {
    /// What a client wants of the equaliser.
    package enum Equalizer: Hashable, Sendable {
        /// None.
        case off
        /// This text.
        case text(String, hasAutomaticLevel: Bool)
    }

    /// The equaliser.
    package var equalizer: Equalizer?
    /// Whether the level of what is chosen is lowered by itself.
    package var hasAutomaticLevel: Bool?
    /// Whether all that was chosen is taken back before anything else.
    package var isReset = false
    /// Changes the parts besides the equaliser.
    package var change: (@Sendable (inout SoundParts) -> Void)?

    /// Whether nothing is to change.
    var isNothing: Bool { equalizer == nil && hasAutomaticLevel == nil && !isReset && change == nil }

    /// Makes an order.
    package init(
        equalizer: Equalizer? = nil, isReset: Bool = false, change: (@Sendable (inout SoundParts) -> Void)? = nil
    ) {
        (self.equalizer, self.isReset, self.change) = (equalizer, isReset, change)
    }
}

/// The reason why nothing was chosen.
package enum FilterError: Error, Hashable, Sendable {
    /// The text of the equaliser has mistakes.
    case text(EqualizerTextError)
    /// A number cannot be used.
    case part(SoundPartError)
    /// The client may not name this file.
    case file(MediaError)
    case session(SessionError)
}

/// A choice of an equaliser, as clients see it.
package struct ListedFilters: Hashable, Sendable {
    /// The uid of an output, a pattern, or ``AudioTypes/OutputFilters/anyOutput``.
    package let name: String
    package let choice: OutputFilters.Choice
    /// Whether the configuration gives it, and no client.
    package let isConfigured: Bool
}

// What the sound of each output goes through.
extension Application {
    /// Chooses what the sound of an output goes through. Returns what of the text was left out without harm.
    package func setFilters(
        _ order: FilterOrder, of output: String, for origin: Origin
    ) throws(FilterError) -> [EqualizerFault] {
        var notes: [EqualizerFault] = []
        if order.isNothing { return [] }
        var choice: OutputFilters.Choice? = order.isReset ? nil : present(of: output)
        if choice == nil, order.change != nil || order.equalizer != nil { choice = .off }
        switch order.equalizer {
        case nil: break
        case .off: choice?.equalizer = nil
        case .text(let text, let hasAutomaticLevel):
            do throws(EqualizerTextError) {
                let read = try PlayableEqualizer(Array(text.utf8))
                notes = read.notes
                choice?.equalizer = OutputEqualizer(text: read.text)
                choice?.hasAutomaticLevel = hasAutomaticLevel
            } catch {
                throw .text(error)
            }
        }
        if let automatic = order.hasAutomaticLevel { choice?.hasAutomaticLevel = automatic }
        if let change = order.change, var changed = choice {
            let impulse = changed.parts.impulse
            // No path is empty, so what is still empty was not chosen.
            changed.parts.impulse = ""
            change(&changed.parts)
            if changed.parts.impulse != "", let refusal = refusal(ofImpulse: changed.parts.impulse, for: origin) {
                throw .file(refusal)
            }
            switch changed.parts.impulse {
            case "": changed.parts.impulse = impulse
            case nil: changed.parts.impulseReading = 0
            // A file that is chosen again may be another one by now.
            default: changed.parts.impulseReading += 1
            }
            do throws(SoundPartError) {
                _ = try PlayableParts(changed.parts)
            } catch {
                throw .part(error)
            }
            choice = changed
            // Where nothing else counts, nothing is left to be chosen: a default of later is heard.
            let session = driver.session
            let wasOff = session.chosenFilters.choices[output]?.isOff ?? false
            if order.equalizer == nil, changed.isOff, !wasOff, session.filterRuleBehind(output) == nil { choice = nil }
        }
        do throws(SessionError) {
            try driver.change { session, now throws(SessionError) in ((), try session.setFilters(choice, of: output, at: now)) }
        } catch {
            throw .session(error)
        }
        tell(.stateToSaveChanged)
        return notes
    }

    /// What is chosen for a name; else, for the uid of an output, what counts for it: nothing is lost of it by a choice of one part.
    private func present(of output: String) -> OutputFilters.Choice? {
        let session = driver.session
        if let own = session.filters.choices[output] { return own }
        return output.contains("*") || output == OutputFilters.anyOutput ? nil : session.filterRule(of: output)?.choice
    }

    /// All choices, by their names.
    package var filterChoices: [ListedFilters] {
        let session = driver.session
        return session.filters.choices.sorted { $0.key < $1.key }.map { name, choice in
            ListedFilters(name: name, choice: choice, isConfigured: session.chosenFilters.choices[name] == nil)
        }
    }

    /// What the equaliser of each output does that the sound goes to, by the uids of the sinks.
    package var filterReports: [String: OutputFilterReport] { output.filterReports }

    /// What the equaliser does of the primary output, with its uid; `nil` if none is chosen for it.
    package var primaryFilters: (uid: String, report: OutputFilterReport)? {
        guard let uid = driver.session.routedSink?.uid, let report = output.filterReports[uid], report.rule != nil else {
            return nil
        }
        return (uid, report)
    }

    /// What counts for an output, whether it is there or not.
    package func filterRule(of uid: String) -> OutputFilters.Rule? { driver.session.filterRule(of: uid) }
}

extension SavedSession {
    /// The saved form of what clients have chosen.
    static func filters(_ filters: OutputFilters) -> [String: SavedFilters]? {
        if filters.choices.isEmpty { return nil }
        return filters.choices.mapValues { choice in
            SavedFilters(
                text: choice.equalizer?.text, hasAutomaticLevel: choice.hasAutomaticLevel, parts: SavedParts(choice.parts))
        }
    }

    /// What clients had chosen, without what cannot be used.
    var chosenFilters: OutputFilters {
        OutputFilters(
            (filters ?? [:]).compactMapValues { saved in
                var choice = OutputFilters.Choice(
                    parts: saved.parts?.parts ?? .none, hasAutomaticLevel: saved.hasAutomaticLevel)
                let wasOff = choice.isOff && saved.text == nil
                _ = choice.parts.leaveOutUnplayable()
                choice.equalizer = saved.text.flatMap { try? PlayableEqualizer(Array($0.utf8)) }
                    .map { OutputEqualizer(text: $0.text) }
                // What is left of a choice must not silence a pattern, or the default.
                if choice.isOff && !wasOff { return nil }
                return choice
            })
    }
}

extension SavedParts {
    /// The saved form; `nil` for nothing.
    init?(_ parts: SoundParts) {
        if parts == .none { return nil }
        self.init()
        impulse = parts.impulse
        limiter = parts.limiter
        (night, mono, swap) = (parts.isNight ? true : nil, parts.isMono ? true : nil, parts.isSwapped ? true : nil)
        balance = parts.balance == 0 ? nil : parts.balance
        crossfeed = parts.crossfeed.map { [$0.cutoff, $0.feed] }
        loudness = parts.loudness?.reference
        attenuatesForLoudness = parts.loudness?.isAttenuating
        matrix = parts.matrix.isEmpty ? nil : parts.matrix
        delays = parts.delays.isEmpty ? nil : parts.delays
        crossover = parts.crossover?.frequency
        sides = parts.crossover?.sides.map(\.rawValue)
    }

    /// The parts.
    fileprivate var parts: SoundParts {
        var parts = SoundParts()
        parts.impulse = impulse
        parts.limiter = limiter
        (parts.isNight, parts.isMono, parts.isSwapped) = (night ?? false, mono ?? false, swap ?? false)
        parts.balance = balance ?? 0
        if let crossfeed, crossfeed.count == 2 { parts.crossfeed = .init(cutoff: crossfeed[0], feed: crossfeed[1]) }
        parts.loudness = loudness.map { .init(reference: $0, isAttenuating: attenuatesForLoudness ?? false) }
        (parts.matrix, parts.delays) = (matrix ?? [], delays ?? [])
        let known = (sides ?? []).map { SoundParts.Crossover.Side(rawValue: $0) ?? .whole }
        parts.crossover = crossover.map { .init(frequency: $0, sides: known) }
        return parts
    }
}
