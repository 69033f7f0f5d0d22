package import Recording

/// Something that happened to a recording.
package enum RecordingNews: Hashable, Sendable {
    case began(RecordingStatus)
    case phaseChanged(RecordingStatus)
    case split(Int64, RecordedFile, next: String)
    case marked(Int64, RecordingMark)
    case levels(Int64, Levels)
    case ended(Int64, RecordingResult)
}
