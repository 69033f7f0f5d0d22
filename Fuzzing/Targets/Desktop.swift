@testable import Desktop

extension FuzzTarget {
    /// What programs at the session bus can say of themselves.
    static let players = FuzzTarget("players", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        var directory = PlayerDirectory(ignoring: ["org.mpris.MediaPlayer2.fermata"], answerLimit: .seconds(5))
        directory.connected(as: ":1.0")
        let names = (0..<4).map { "\(PlayerFilter.namespace).p\($0)" } + [PlayerFilter.namespace, ""]
        let owners = (0..<4).map { ":1.\($0)" }
        var now: Int64 = 0
        var known: Set<String> = []
        while !invention.isEmpty {
            now += Int64(invention.byte()) * 10_000_000
            let (name, owner) = (invention.pick(names), invention.pick(owners))
            let status = [PlayerStatus.playing, .paused, .stopped][invention.pick(3)]
            let order: PlayerOrder = invention.bool() ? .pause : .play
            let actions: [PlayerDirectory.Action] =
                switch invention.pick(8) {
                case 0, 1: directory.owned(invention.bool() ? name : invention.text(names), by: owner)
                case 2: directory.owned(name, by: nil)
                case 3: directory.identified(owner, as: invention.text())
                case 4: directory.answered(owner, status: invention.bool() ? status : nil, at: now)
                case 5: directory.changed(owner, to: status, at: now)
                case 6: directory.order(order, name, at: now)
                default:
                    directory.answered(
                        order, owner, UInt64(invention.pick(8)), failure: invention.bool() ? invention.text() : nil, at: now)
                }
            for case .report(let event) in actions {
                switch event {
                case .playerAppeared(let player, _, _): precondition(known.insert(player.name).inserted, "there twice")
                case .playerVanished(let name): precondition(known.remove(name) != nil, "gone and never there")
                default: break
                }
            }
        }
        precondition(directory.owners.count <= PlayerDirectory.mostNames)
    }
}
