import Containers
import Media

/// Looks at the first bytes of a live stream that comes back, before a demuxer gets one of them: the server, or a network that wants a
/// login first, may send something else now. A value.
struct Arrival {
    enum Verdict: Hashable {
        /// More bytes are needed.
        case undecided
        /// It goes on; these are its bytes so far.
        case same([UInt8])
        /// It is another stream, which the text names.
        case other(String)
        /// It is a web page.
        case page
    }

    private let old: StreamKind?
    private let oldType: String
    private let newType: String
    private var bytes: [UInt8] = []

    /// - Parameters:
    ///   - beginning: the first bytes of the stream before.
    ///   - oldType: its media type, in lower case; empty if the server stated none.
    ///   - newType: the media type of the answer that is looked at.
    init(after beginning: [UInt8], _ oldType: String, _ newType: String) {
        old = StreamKind(Array(beginning.prefix(StreamKind.sampleSize)))
        self.oldType = oldType
        self.newType = newType
    }

    /// Takes in the next bytes of the answer.
    mutating func take(_ piece: some Collection<UInt8>) -> Verdict {
        bytes += piece
        let stated = newType == oldType ? nil : StreamKind(mediaType: newType)
        if stated == .page { return .page }
        if stated == .list { return .other("a list of addresses") }
        guard let new = StreamKind(Array(bytes.prefix(StreamKind.sampleSize))) else {
            guard bytes.count >= StreamKind.sampleSize else { return .undecided }
            let isOther = isSound(oldType) && isSound(newType) && oldType != newType
            return isOther ? .other(newType) : .same(bytes)
        }
        if new == .page { return .page }
        // What cannot be recognised is read on: the demuxer passes over what it does not know.
        guard let old else { return .same(bytes) }
        return old.continues(as: new) ? .same(bytes) : .other("\(new.name)")
    }

    private func isSound(_ type: String) -> Bool { type.hasPrefix("audio/") }
}

extension StreamKind {
    /// The name for people.
    fileprivate var name: String {
        switch self {
        case .mpegAudio(let layer, let rate): "MPEG audio of layer \(layer) at \(rate) Hz"
        case .adts(let rate): "AAC at \(rate) Hz"
        case .ogg(let codec, let rate): "Ogg" + (codec.isEmpty ? "" : " with \(codec)") + (rate > 0 ? " at \(rate) Hz" : "")
        case .transportStream: "an MPEG transport stream"
        case .headed(let container): "a new \(container) stream"
        case .list: "a list of addresses"
        case .page: "a web page"
        }
    }
}
