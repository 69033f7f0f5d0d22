import Synchronization
import TestSupport
import Testing

@testable import Desktop

/// A ``DesktopBus`` under test, and all that it has reported.
final class Desk: Sendable {
    let bus: DesktopBus
    private let record: Box<[DesktopEvent]>

    init(
        session: String? = nil, system: String? = nil, answerLimit: Duration = .seconds(30), ignoring: [String] = [],
        guests: [DesktopBus.Guest] = [], systemGuests: [DesktopBus.Guest] = []
    ) {
        let record = Box<[DesktopEvent]>([])
        self.record = record
        var configuration = DesktopBusConfiguration(sessionAddress: session, systemAddress: system)
        configuration.answerLimit = answerLimit
        configuration.ignoredPlayers = ignoring
        bus = DesktopBus(configuration, guests: guests, systemGuests: systemGuests) { event in
            record.change { $0.append(event) }
        }
        bus.start()
    }

    /// Everything that was reported, but for the bus that is not part of the test.
    var events: [DesktopEvent] {
        record.value.filter { event in
            if case .busLost(_, let sentence) = event { !sentence.hasSuffix("no address is set") } else { true }
        }
    }

    /// What was reported of players, in words.
    var players: [String] {
        events.compactMap { event in
            switch event {
            case .playerAppeared(let player, let status, _): "\(short(player.name)) (\(player.identity)) \(status)"
            case .playerChanged(let change): "\(short(change.name)) \(change.status)\(change.isOurs ? " by us" : "")"
            case .playerVanished(let name): "\(short(name)) gone"
            case .playerRefused(let refusal): "\(short(refusal.name)) refused to \(refusal.order)"
            case .busConnected, .busLost, .login: nil
            }
        }
    }

    /// Those that were reported as new, by their names.
    var newPlayers: [String] {
        events.compactMap { if case .playerAppeared(let player, _, isNew: true) = $0 { short(player.name) } else { nil } }
    }

    /// What was reported of sleep.
    var login: [LoginEvent] {
        events.compactMap { event in
            if case .login(let event) = event { event } else { nil }
        }
    }

    /// Waits until exactly this was reported of players.
    func expectPlayers(_ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try? await waitUntil("players") { players.count >= expected.count }
        #expect(players == expected, sourceLocation: sourceLocation)
        if players != expected { throw Unexpected() }
    }

    /// Waits until exactly this was reported of sleep.
    func expectLogin(_ expected: [LoginEvent], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try? await waitUntil("login") { login.count >= expected.count }
        #expect(login == expected, sourceLocation: sourceLocation)
        if login != expected { throw Unexpected() }
    }

    private func short(_ name: String) -> String { name.split(separator: ".").dropFirst(3).joined(separator: ".") }

    /// Ends a test whose expectation has failed already.
    private struct Unexpected: Error {}
}
