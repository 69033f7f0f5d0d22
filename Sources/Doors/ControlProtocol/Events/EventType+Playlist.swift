// The events of stored playlists.
extension EventType {
    static let playlist: [EventType] = [playlistChanged]

    static let playlistChanged = EventType(
        "playlist.changed", .occurrence,
        """
        A client has made, edited, renamed or deleted a stored playlist, or the rules of one may find other songs than when it was read last. What \
        other programs do in the directory is not told.
        """,
        .inline,
        make: Event.playlistChanged,
        values: { if case .playlistChanged(let change) = $0 { change } else { nil } })
}
