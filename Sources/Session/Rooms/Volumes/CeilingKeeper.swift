import AudioTypes
import NIOCore
import SystemSupport

/// Has rooms set back that somebody has turned beyond what they may. Confined to the event loop of the ``RoomControl`` whose part it is.
///
/// Snapcast lets every program that reaches it set every room. It tells each change, and what it tells is compared.
final class CeilingKeeper {
    private let eventLoop: any EventLoop
    private var house: () throws(RoomError) -> House = { () throws(RoomError) in throw .notConfigured }
    private var wished: (_ room: String) -> Int? = { _ in nil }
    private var setBack: (_ room: String, _ percent: Int) -> Void = { _, _ in }
    /// How often rooms were set back, by their ids.
    private var setBacks: [String: SetBacks] = [:]

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Sets where the house comes from, and what sets the volume of a room. Called once, before anything else.
    /// - Parameter wished: returns the percent that the newest request on its way to the server has for a room; `nil` if there is none.
    func serve(
        house: @escaping () throws(RoomError) -> House, wished: @escaping (_ room: String) -> Int?,
        setBack: @escaping (_ room: String, _ percent: Int) -> Void
    ) {
        self.house = house
        self.wished = wished
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

    /// Looks at a room whose volume the server has refused to set: a lower one that was on its way does not come.
    func look(atRefused percent: Int, of id: String) {
        guard let room = (try? house())?.room(id), let maximum = room.maximum, percent < maximum else { return }
        look(at: room)
    }

    private func look(at room: Room) {
        guard limit(of: room) != nil else { return }
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
        guard let room = (try? house())?.room(id), let limit = limit(of: room) else { return }
        setBack(id, limit)
    }

    /// The greatest volume of a room that has more; `nil` if all is well, or will be: a lower volume that is on its way must not be made louder.
    private func limit(of room: Room) -> Int? {
        guard let maximum = room.maximum, room.percent > maximum, wished(room.id) ?? maximum >= maximum else { return nil }
        return maximum
    }
}
