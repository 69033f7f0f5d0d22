package import JSON

/// A value that the daemon and clients exchange: one encodes it, the other decodes it, and `rpc.discover` shows its schema.
package protocol WireValue: JSONRepresentable, Hashable, Sendable {
    /// Reads the value. It ignores members that it does not know: a newer daemon may send more.
    init(json: JSONValue) throws(JSONMismatch)
    /// The schema of the value.
    static var schema: Schema { get }
    /// The name of the schema, by which other schemas refer to it.
    static var schemaName: String { get }
}

extension WireValue {
    /// The name of the type.
    package static var schemaName: String { "\(Self.self)" }

    /// The schema that refers to the schema of the value by name.
    static var reference: Schema { .reference(schemaName) }
}

/// The values that are sent over the control socket, named as in the protocol. Times are in seconds, levels from 0 to 1.
public enum Wire {}

extension Schema {
    /// The schemas that other schemas refer to by name.
    package static let named: [String: Schema] = {
        let types: [any WireValue.Type] = [
            ControlError.self, Wire.Alarm.self, Wire.Announcement.self, Wire.Chapter.self, Wire.Chapters.self,
            Wire.DepthReduction.self,
            Wire.Finding.self,
            Wire.HeardChange.self,
            Wire.House.self,
            Wire.Input.self,
            Wire.Interruption.self, Wire.Job.self,
            Wire.JobEdges.self, Wire.JobLoudness.self, Wire.JobResult.self, Wire.LibraryAlbum.self, Wire.LibraryDirectory.self,
            Wire.LibraryName.self, Wire.LibraryScan.self, Wire.LibrarySong.self, Wire.LibrarySongs.self,
            Wire.LibraryWatching.self, Wire.LibraryLoudness.self, Wire.ListenOffer.self, Wire.Loop.self, Wire.LyricLine.self,
            Wire.LyricWord.self,
            Wire.Lyrics.self,
            Wire.MediaDescription.self,
            Wire.Output.self, Wire.OutputFilters.self, Wire.Passthrough.self,
            Wire.PairingOffer.self, Wire.Picture.self, Wire.PlaylistEntry.self, Wire.Position.self,
            Wire.QueueAddition.self, Wire.QueueItem.self, Wire.QueueModes.self, Wire.QueuePage.self, Wire.QueueRemoval.self,
            Wire.QueueReversion.self, Wire.QueueRevision.self, Wire.RecordRequest.self, Wire.Recording.self,
            Wire.RecordingResult.self, Wire.RemoteDevice.self, Wire.Room.self,
            Wire.RoomGroup.self, Wire.Route.self, Wire.ServerInfo.self,
            Wire.ServerStatistics.self, Wire.Session.self,
            Wire.SkippedEntry.self, Wire.Station.self, Wire.StationName.self, Wire.Status.self, Wire.StopAfter.self,
            Wire.StoredPlaylist.self, Wire.Volume.self,
            Wire.VolumeFade.self, Wire.VolumeLimits.self,
        ]
        return Dictionary(uniqueKeysWithValues: types.map { ($0.schemaName, $0.schema) })
    }()
}
