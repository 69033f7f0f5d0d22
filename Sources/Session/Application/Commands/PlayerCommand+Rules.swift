import PlayerModel

// What the application has to know of a command before the player gets it.
extension PlayerCommand {
    /// Whether the command starts playback if the player is in that state. Then the session must allow playing.
    func startsPlayback(in state: PlaybackState) -> Bool {
        switch self {
        case .play, .playURI, .playList, .playStream, .playItem, .playPlace: true
        case .toggle: state != .playing && state != .buffering
        case .next, .previous, .nextAlbum, .previousAlbum: state == .stopped
        case .pause, .stop, .seekTo, .seekBy, .seekToPart, .seekToChapter, .selectTrack, .setVolume, .addItems, .deduplicate,
            .remove, .move,
            .clear, .revert, .setModes, .setPriority, .setRange, .setTags, .setOptions, .setSpeed, .setLoop, .stopAfter:
            false
        }
    }

    /// Whether a person decides by the command what is heard. Unless the player refuses it at once, it ends every promise that
    /// playback resumes by itself.
    var takesOver: Bool {
        switch self {
        case .pause, .toggle, .stop, .next, .previous, .nextAlbum, .previousAlbum, .seekTo, .seekBy, .seekToPart, .seekToChapter:
            true
        // The session learns from the player's state that somebody has it play.
        case .play, .playURI, .playList, .playStream, .playItem, .playPlace: false
        case .selectTrack, .setVolume, .addItems, .deduplicate, .remove, .move, .clear, .revert, .setModes, .setPriority,
            .setRange,
            .setTags,
            .setOptions, .setSpeed, .setLoop, .stopAfter:
            false
        }
    }

    /// Whether the command only sets the volume.
    var setsVolume: Bool { if case .setVolume = self { true } else { false } }

    /// Whether the command may change by itself whether something is heard, or how loud.
    var isHeard: Bool {
        switch self {
        case .play, .playURI, .playList, .playStream, .playItem, .playPlace, .pause, .toggle, .stop, .next, .previous, .nextAlbum,
            .previousAlbum, .setVolume,
            .remove, .clear, .revert:
            true
        case .seekTo, .seekBy, .seekToPart, .seekToChapter, .selectTrack, .addItems, .deduplicate, .move, .setModes, .setPriority,
            .setRange,
            .setTags, .setOptions, .setSpeed, .setLoop, .stopAfter:
            false
        }
    }
}
