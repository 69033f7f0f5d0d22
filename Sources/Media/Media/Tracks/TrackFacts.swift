import Containers

/// What the first decoded frame of a track, or of a link of a chain, tells about positions and seeking.
struct TrackFacts: Equatable {
    var timeline: Timeline
    let policy: SeekPolicy
    /// How to count packets without decoding them; `nil` if that is not possible, or timestamps are better.
    let packets: PacketCount?
    /// How FLAC packets number themselves; `nil` for other codecs.
    let flac: FLACNumbering?
    /// The offset of the last page; `nil` if the media is not Ogg.
    let lastPage: Int64?
    /// The audible part of the track or the link.
    let audible: Audible
    /// How packets travel to a sink that decodes them; `nil` if they cannot.
    let carriage: Carriage?

    /// Whether positions are those of complete successive packets.
    var isExact: Bool { flac != nil || timeline.isTrusted }

    /// How many samples before the target a jump by timestamps begins to decode; `nil` if none leads to an exact frame.
    var prerollOfJumps: Int? { packets == nil && isExact ? policy.preroll : nil }
}
