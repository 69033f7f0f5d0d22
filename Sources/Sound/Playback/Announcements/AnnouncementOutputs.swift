package import AudioTypes

/// Makes the outputs of announcements: each plays a stream of its own, where the music plays or would play.
package protocol AnnouncementOutputs: AnyObject, Sendable {
    /// Makes an output for one announcement. It exists until its `shutDown()`.
    /// - Parameters:
    ///   - isGuarded: whether the loss of a private output silences it, with ``AudioTypes/OutputEvent/soundCut``.
    ///   - events: gets the events of the stream, from any thread.
    ///   - renderEvents: gets the events of the callback, from any thread.
    /// - Throws: if the output cannot be made.
    func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws -> any AudioOutput
}

/// Makes the outputs of announcements that are heard in rooms, wherever the music plays.
package protocol RoomAnnouncementOutputs: AnyObject, Sendable {
    /// Makes an output for one announcement, which is heard in the rooms with these ids. It exists until its `shutDown()`. It reports
    /// ``AudioTypes/OutputEvent/outputLost(message:)`` if the rooms cannot hear it, or not to its end.
    /// - Parameters:
    ///   - events: gets the events of the stream, from any thread.
    ///   - renderEvents: gets the events of the callback, from any thread.
    func openAnnouncement(
        inRooms rooms: [String], events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput
}
