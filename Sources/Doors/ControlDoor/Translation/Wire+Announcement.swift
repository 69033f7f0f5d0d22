import Application
import ControlProtocol
import MediaTypes
import PlayerModel

extension Application.AnnouncementWish {
    init(_ order: Wire.AnnouncementOrder) {
        self.init(
            title: order.title, volume: order.volume, effect: order.interrupt.map { $0 == .pause ? .pause : .duck },
            rooms: order.rooms ?? [])
    }
}

extension Wire.Announcement {
    init(_ entry: AnnouncementLine.Entry) {
        let announcement = entry.announcement
        let phase: Phase =
            switch entry.phase {
            case .opening: .opening
            case .waiting: .waiting
            case .speaking: .speaking
            }
        self.init(
            announcement: announcement.id, uri: MediaAddress.shown(announcement.uri), title: announcement.title,
            volume: announcement.volume, interrupt: announcement.effect.map { $0 == .pause ? .pause : .duck },
            rooms: announcement.rooms.isEmpty ? nil : announcement.rooms, phase: phase)
    }
}

extension Event {
    /// Makes the protocol's event for an event of an announcement.
    init(_ event: AnnouncementEvent) {
        self =
            switch event {
            case .began(let announcement):
                .announcementBegan(announcement: announcement.id, uri: MediaAddress.shown(announcement.uri))
            case .ended(let announcement, let end):
                .announcementEnded(announcement: announcement.id, reason: Wire.AnnouncementEnd(end))
            case .failed(let announcement, let error):
                .announcementFailed(announcement: announcement.id, error: ControlError(error))
            }
    }
}

extension Wire.AnnouncementEnd {
    fileprivate init(_ end: AnnouncementEvent.End) {
        self =
            switch end {
            case .finished: .finished
            case .cancelled: .cancelled
            case .timeLimit: .timeLimit
            case .interrupted: .interrupted
            case .routeLost: .routeLost
            }
    }
}
