import Containers
import MediaTypes

/// Finds out what has to be changed in a file so that it states a gain, by what the file is, whatever it is called. It reads, and writes nothing.
struct GainPlanner {
    private let source: TagBytes
    private let gain: ReplayGain

    init(_ source: TagBytes, _ gain: ReplayGain) { (self.source, self.gain) = (source, gain) }

    /// How far behind a tag the first frame of MPEG may be: some programs leave room.
    private static let mostRoom: Int64 = 16 << 10

    /// Plans the change.
    func plan() throws(TagWritingError) -> GainPlan {
        let fields = GainField.replayGain(gain)
        let head = try source.upTo(12, at: 0)
        let mark = { (bytes: [UInt8], text: String) in bytes.starts(with: text.utf8) }
        if mark(head, "OggS") { return try OggEdit.plan(source) { $0 ? GainField.opus(gain) : fields } }
        if head.count == 12, head[4..<8].elementsEqual("ftyp".utf8) { return try MP4Edit.plan(source, fields) }
        if mark(head, "RIFF"), head[8...].elementsEqual("WAVE".utf8) {
            return try ChunkEdit.plan(source, isBigEndian: false, fields)
        }
        if mark(head, "FORM"), ["AIFF", "AIFC"].contains(where: { head[8...].elementsEqual($0.utf8) }) {
            return try ChunkEdit.plan(source, isBigEndian: true, fields)
        }
        let tag = try ID3Edit.size(of: head)
        let start = tag ?? 0
        let sound = try source.upTo(12, at: start)
        if mark(sound, "fLaC") { return try FLACEdit.plan(source, at: start, fields) }
        if ["wvpk", "MAC ", "MPCK", "MP+"].contains(where: { mark(sound, $0) }) { return try planEnd(fields) }
        if try isMPEG(from: start) { return try planBeginning(tag, fields) }
        throw .unsupported(
            "tags of loudness are written into MP3, FLAC, Ogg, MP4, WavPack, Monkey's Audio, Musepack, WAV and AIFF")
    }

    /// Whether two frames of MPEG audio follow each other soon.
    private func isMPEG(from start: Int64) throws(TagWritingError) -> Bool {
        let bytes = try source.upTo(Self.mostRoom, at: start)
        let room = bytes.prefix { $0 == 0 }.count
        guard let frame = MPEGAudioHeader(bytes[room...]), frame.length > 0 else { return false }
        let next = room + frame.length
        // A file of one frame is none that anybody plays.
        return next < bytes.count && MPEGAudioHeader(bytes[next...]) != nil
    }

    /// The tag at the end, as formats have it that have no other.
    private func planEnd(_ fields: [GainField]) throws(TagWritingError) -> GainPlan {
        var plan = GainPlan(wanted: fields)
        let end = try APEEdit.end(of: source)
        if let range = try APEEdit.place(in: source, before: end) {
            let edited = try APEEdit.edit(try source.bytes(range), fields)
            plan.stated = edited.stated
            plan.splices = [Splice(range, edited.bytes)]
        } else {
            plan.splices = [Splice(end..<end, APEEdit.make(fields))]
        }
        return plan
    }

    /// The tag at the beginning, as MPEG audio has it. Where only an APE tag is, that gets them: a new tag in front would hide it from programs
    /// that read one.
    private func planBeginning(_ tag: Int64?, _ fields: [GainField]) throws(TagWritingError) -> GainPlan {
        let end = try APEEdit.end(of: source)
        let ending = try APEEdit.place(in: source, before: end)
        guard tag != nil || ending == nil else { return try planEnd(fields) }
        var plan = GainPlan(wanted: fields)
        if let tag {
            let edited = try ID3Edit.edit(try source.bytes(0..<tag), fields)
            plan.stated = edited.stated
            plan.splices = [Splice(0..<tag, edited.bytes)]
        } else {
            let version1 = end < source.size ? try source.bytes(end..<source.size) : nil
            plan.splices = [Splice(0..<0, try ID3Edit.make(fields, from: version1))]
        }
        if let ending {
            // What it states would contradict the other one.
            let edited = try APEEdit.edit(try source.bytes(ending), [])
            if !edited.stated.isEmpty { plan.splices.append(Splice(ending, edited.bytes)) }
            plan.stated += edited.stated
        }
        return plan
    }
}
