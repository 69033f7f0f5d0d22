package import AudioSession
package import AudioTypes
package import Filters
import PlayerModel

/// What a client wants of the equaliser of an output.
package enum FilterOrder: Hashable, Sendable {
    /// What the configuration, a pattern or the default gives.
    case inherit
    /// None, whatever is chosen for others.
    case off
    /// This text.
    case equalizer(String, hasAutomaticLevel: Bool)
}

/// The reason why an equaliser was not chosen.
package enum FilterError: Error, Hashable, Sendable {
    /// The text has mistakes.
    case text(EqualizerTextError)
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

// The equaliser of each output.
extension Application {
    /// Chooses the equaliser of an output. Returns what of the text was left out without harm.
    package func setFilters(_ order: FilterOrder, of output: String) throws(FilterError) -> [EqualizerFault] {
        var notes: [EqualizerFault] = []
        let choice: OutputFilters.Choice?
        switch order {
        case .inherit: choice = nil
        case .off: choice = .off
        case .equalizer(let text, let hasAutomaticLevel):
            do throws(EqualizerTextError) {
                let read = try PlayableEqualizer(Array(text.utf8))
                notes = read.notes
                choice = .equalizer(OutputEqualizer(text: read.text, hasAutomaticLevel: hasAutomaticLevel))
            } catch {
                throw .text(error)
            }
        }
        do throws(SessionError) {
            try driver.change { session, now throws(SessionError) in ((), try session.setFilters(choice, of: output, at: now)) }
        } catch {
            throw .session(error)
        }
        tell(.stateToSaveChanged)
        return notes
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
            switch choice {
            case .off: SavedFilters(text: nil, hasAutomaticLevel: true)
            case .equalizer(let chosen): SavedFilters(text: chosen.text, hasAutomaticLevel: chosen.hasAutomaticLevel)
            }
        }
    }

    /// What clients had chosen, without what cannot be used.
    var chosenFilters: OutputFilters {
        OutputFilters(
            (filters ?? [:]).compactMapValues { saved in
                guard let text = saved.text else { return .off }
                guard let read = try? PlayableEqualizer(Array(text.utf8)) else { return nil }
                return .equalizer(OutputEqualizer(text: read.text, hasAutomaticLevel: saved.hasAutomaticLevel))
            })
    }
}
