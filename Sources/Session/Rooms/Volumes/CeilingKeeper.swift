import AudioTypes
import NIOCore
import SystemSupport

/// Has rooms set back that somebody has turned beyond what they may. Confined to the event loop of the ``RoomControl`` whose part it is.
///
/// Snapcast lets every program that reaches it set every room. It tells each change, and what it tells is compared.
final class CeilingKeeper {
    private let eventLoop: any EventLoop
    private var house: () throws(RoomError) -> House = { () throws(RoomError) in throw .notConfigured }
    private var setBack: (_ room: String, _ percent: Int) -> Void = { _, _ in }
    /// How often rooms were set back, by their ids.
    private var setBacks: [String: SetBacks] = [:]

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Sets where the house comes from, and what sets the volume of a room. Called once, before anything else.
    func serve(house: @escaping () throws(RoomError) -> House, setBack: @escaping (_ room: String, _ percent: Int) -> Void) {
        self.house = house
        self.setBack = setBack
    }

    /// Looks at all rooms of a house that has just become known.
    func look() {
        guard let house = try? house() else { return }
        setBacks = setBacks.filter { house.room($0.key) != nil }
        for room in house.rooms { look(at: room) }
    }

    /// Looks at the rooms that have changed.
    func look(at changes: [HouseChange]) {
        for change in changes {
            guard let room = change.room else { continue }
            if change.kind == .removed { setBacks[room.id] = nil } else { look(at: room) }
        }
    }

    private func look(at room: Room) {
        guard Self.limit(of: room) != nil else { return }
        let now = MonotonicClock.nanoseconds
        guard let delay = setBacks[room.id, default: SetBacks()].delay(at: now) else { return }
        if delay == 0 { return setBackNow(room.id) }
        eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(delay)) { [weak self] in
            self?.setBacks[room.id]?.waited()
            self?.setBackNow(room.id)
        }
    }

    /// Sets the room back if it is still too loud: somebody may have turned it down, or the server may be away.
    private func setBackNow(_ id: String) {
        guard let room = (try? house())?.room(id), let limit = Self.limit(of: room) else { return }
        setBack(id, limit)
    }

    /// The greatest volume of a room that has more; `nil` if all is well.
    private static func limit(of room: Room) -> Int? { room.maximum.flatMap { room.percent > $0 ? $0 : nil } }
}
