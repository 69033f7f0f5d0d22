import MediaTypes

/// The announcements that wait and the one that speaks: decides which one is next, what happens to the music, and when one has had
/// its time.
///
/// A value without clock or I/O: events come in with their time, actions go out. All times are CLOCK_MONOTONIC, in nanoseconds.
package struct AnnouncementLine: Hashable, Sendable {
    /// The largest number of announcements, the one that speaks included. Each has its media open.
    package static let limit = 16

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Open the media of the announcement.
        case open(Announcement)
        /// The announcement waits for its turn: answer the client who asked for it.
        case accept(Int64)
        /// Nothing of the announcement will be heard: give the client who asked for it the error.
        case refuse(Int64, PlaybackError)
        /// Play the announcement, which is open.
        case speak(Announcement)
        /// Fade the announcement out that speaks.
        case fadeOut
        /// Close the media of the announcement, and its stream if it speaks. `error` is for the client who sends the media, if one
        /// does.
        case close(Announcement, error: PlaybackError?)
        /// Make way for an announcement in this way, and in no other; `nil` gives the music back.
        case makeWay(Announcement.Effect?)
        /// Tell everyone.
        case emit(AnnouncementEvent)
    }

    /// Where an announcement in the line is.
    package enum Phase: Hashable, Sendable {
        case opening, waiting, speaking
    }

    /// An announcement in the line.
    package struct Entry: Hashable, Sendable {
        package let announcement: Announcement
        package fileprivate(set) var phase: Phase
        /// When it has had its time: to be opened, or to be heard. `nil` while it is open and waits.
        fileprivate var deadline: Int64?
        /// Whether its first frame was heard.
        fileprivate var hasBegun = false
        /// What becomes of it after its last frame, or after its fade.
        fileprivate var outcome = Outcome.ends(.finished)
    }

    fileprivate enum Outcome: Hashable, Sendable {
        case ends(AnnouncementEvent.End)
        case fails(PlaybackError)
    }

    /// All announcements, in their order. The first one may speak.
    package private(set) var entries: [Entry] = []
    private var lastID: Int64 = 0
    private var way: Announcement.Effect?

    package init() {}

    /// When ``timePassed(at:)`` has to be called; `nil` for never.
    package var deadline: Int64? { entries.compactMap(\.deadline).min() }

    /// Whether there is no announcement.
    package var isEmpty: Bool { entries.isEmpty }

    /// Returns whether there has been an announcement with this id, which may be over.
    package func hasHad(_ id: Int64) -> Bool { id > 0 && id <= lastID }

    private var speaker: Entry? { entries.first.flatMap { $0.phase == .speaking ? $0 : nil } }
}

// MARK: - Commands

extension AnnouncementLine {
    /// Adds an announcement at the end of the line.
    /// - Parameters:
    ///   - seconds: how long it may take to open it, and how long it may be heard.
    /// - Throws: `limitExceeded` if the line is full.
    package mutating func add(
        _ uri: String, title: String?, volume: Double, effect: Announcement.Effect?, rooms: [String] = [],
        limit seconds: Double, at now: Int64
    ) throws(PlaybackError) -> (id: Int64, actions: [Action]) {
        guard entries.count < Self.limit else {
            throw PlaybackError(.limitExceeded, "\(Self.limit) announcements wait, which is the limit")
        }
        lastID += 1
        let announcement = Announcement(
            id: lastID, uri: uri, title: title, volume: min(1, max(0, volume)), effect: effect, rooms: rooms)
        entries.append(Entry(announcement: announcement, phase: .opening, deadline: Self.time(seconds, after: now)))
        return (lastID, [.open(announcement)])
    }

    /// Cancels the announcement `id`, or all of them if `id` is `nil`. It is no error if there is none.
    package mutating func cancel(_ id: Int64?, at now: Int64, limit seconds: Double) -> [Action] {
        end(.cancelled, at: now, limit: seconds) { id == nil || $0.announcement.id == id }
    }

    /// Ends all announcements, whoever asked for them; if `areRoomsSpared`, only those that are heard here.
    package mutating func endAll(
        _ end: AnnouncementEvent.End, areRoomsSpared: Bool = false, at now: Int64, limit seconds: Double
    ) -> [Action] {
        self.end(end, at: now, limit: seconds) { !areRoomsSpared || $0.announcement.rooms.isEmpty }
    }

    /// Ends all announcements that are heard here at once because of `error`: nothing is heard here any more, so nothing fades.
    package mutating func failHere(_ error: PlaybackError, at now: Int64, limit seconds: Double) -> [Action] {
        var actions: [Action] = []
        for entry in entries.reversed() where entry.announcement.rooms.isEmpty {
            actions += remove(entry.announcement.id, .fails(error))
        }
        return actions + advance(at: now, limit: seconds)
    }

    private mutating func end(
        _ end: AnnouncementEvent.End, at now: Int64, limit seconds: Double, where isMeant: (Entry) -> Bool
    ) -> [Action] {
        var actions: [Action] = []
        for entry in entries.filter(isMeant) {
            actions += entry.phase == .speaking ? silence(.ends(end)) : remove(entry.announcement.id, .ends(end))
        }
        return actions + advance(at: now, limit: seconds)
    }
}

// MARK: - Events

extension AnnouncementLine {
    /// Takes in that the media of `id` are open.
    package mutating func opened(_ id: Int64, at now: Int64, limit seconds: Double) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.announcement.id == id && $0.phase == .opening }) else { return [] }
        entries[index].phase = .waiting
        entries[index].deadline = nil
        return [.accept(id)] + advance(at: now, limit: seconds)
    }

    /// Takes in that nothing more of `id` can be had. What was decoded before is still heard if `isHeardBefore`.
    package mutating func failed(
        _ id: Int64, _ error: PlaybackError, isHeardBefore: Bool = false, at now: Int64, limit seconds: Double
    ) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.announcement.id == id }) else { return [] }
        if isHeardBefore, entries[index].phase == .speaking {
            if case .ends(.finished) = entries[index].outcome { entries[index].outcome = .fails(error) }
            return []
        }
        return remove(id, .fails(error)) + advance(at: now, limit: seconds)
    }

    /// Takes in that the first frame of the speaking announcement is heard.
    package mutating func began(_ id: Int64) -> [Action] {
        guard let speaker, speaker.announcement.id == id, !speaker.hasBegun else { return [] }
        entries[0].hasBegun = true
        return [.emit(.began(speaker.announcement))]
    }

    /// Takes in that the last frame of the speaking announcement is heard, or that it has faded out.
    package mutating func ended(_ id: Int64, at now: Int64, limit seconds: Double) -> [Action] {
        guard let speaker, speaker.announcement.id == id else { return [] }
        return remove(id, speaker.outcome) + advance(at: now, limit: seconds)
    }

    /// Takes in that it is `now`, and ends what has had its time.
    package mutating func timePassed(at now: Int64, limit seconds: Double) -> [Action] {
        var actions: [Action] = []
        for entry in entries {
            guard let deadline = entry.deadline, deadline <= now else { continue }
            let id = entry.announcement.id
            switch entry.phase {
            case .opening, .waiting:
                let message = "the announcement could not be opened in the time that one may take"
                actions += remove(id, .fails(PlaybackError(.media(.unreadable), message, uri: entry.announcement.uri)))
            case .speaking where entry.hasBegun: actions += silence(.ends(.timeLimit))
            case .speaking:
                let message = "no output has played the announcement in the time that one may take"
                actions += remove(id, .fails(PlaybackError(.mediaServicesFailed, message, uri: entry.announcement.uri)))
            }
        }
        return actions + advance(at: now, limit: seconds)
    }
}

// MARK: - Steps

extension AnnouncementLine {
    private static func time(_ seconds: Double, after now: Int64) -> Int64 { now + Int64(seconds * 1e9) }

    /// Lets the first announcement speak if it can and nobody else does. Without one, the music comes back.
    private mutating func advance(at now: Int64, limit seconds: Double) -> [Action] {
        guard speaker == nil else { return [] }
        guard let first = entries.first, first.phase == .waiting else { return giveWay(nil) }
        entries[0].phase = .speaking
        entries[0].deadline = Self.time(seconds, after: now)
        return giveWay(first.announcement.effect) + [.speak(first.announcement)]
    }

    private mutating func giveWay(_ effect: Announcement.Effect?) -> [Action] {
        guard effect != way else { return [] }
        way = effect
        return [.makeWay(effect)]
    }

    /// Fades the speaking announcement out, which `outcome` says the reason of.
    private mutating func silence(_ outcome: Outcome) -> [Action] {
        guard entries[0].deadline != nil else { return [] }
        entries[0].outcome = outcome
        entries[0].deadline = nil
        return [.fadeOut]
    }

    private mutating func remove(_ id: Int64, _ outcome: Outcome) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.announcement.id == id }) else { return [] }
        let entry = entries.remove(at: index)
        let announcement = entry.announcement
        let error: PlaybackError? =
            switch outcome {
            case .fails(let error): error
            case .ends(.finished): nil
            case .ends(let end): PlaybackError(.superseded, Self.sentence(end), uri: announcement.uri)
            }
        let answer = entry.phase == .opening ? error.map { [Action.refuse(id, $0)] } ?? [] : []
        let event: AnnouncementEvent =
            switch outcome {
            case .fails(let error): .failed(announcement, error)
            case .ends(let end): .ended(announcement, end)
            }
        return [.close(announcement, error: error)] + answer + [.emit(event)]
    }

    private static func sentence(_ end: AnnouncementEvent.End) -> String {
        switch end {
        case .finished: "the announcement was heard"
        case .cancelled: "somebody cancelled the announcement"
        case .timeLimit: "the announcement lasted longer than one may last"
        case .interrupted: "something else needed the sound"
        case .routeLost: "the headphones are gone"
        }
    }
}
