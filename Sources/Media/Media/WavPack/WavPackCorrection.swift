import CFFmpeg
import Containers
import MediaTypes

/// What became of the correction file beside hybrid WavPack.
enum WavPackCorrection {
    /// The media needs none, or there is none.
    case none
    /// It is read, and the sound is exact.
    case used(HybridWavPackSource)
    /// It cannot be read, or belongs to another file: the sound has losses, which counts as damage.
    case unusable(MediaError)

    /// How often something was heard with losses or not at all for which there is a correction file.
    func lossCount(hasRead: Bool) -> Int {
        switch self {
        case .none: 0
        case .used(let source): source.lossCount
        case .unusable: hasRead ? 1 : 0
        }
    }
}

extension Demuxer {
    /// Looks for the correction file of hybrid WavPack beside the file that `source` reads. Other media do not look.
    /// - Throws: only ``MediaError/Code/cancelled``, and what reading the first bytes of `source` throws.
    func wavPackCorrection(of source: any ByteSource) throws(MediaError) -> WavPackCorrection {
        let cancellation = input.stream.cancellation
        guard formatName == "wv", source.isSeekable, !source.isFar,
            try WavPackPackets(source, cancellation: cancellation).firstHeader()?.isHybrid == true
        else { return .none }
        do throws(MediaError) {
            guard let correcting = try source.companion("c", cancellation: cancellation) else { return .none }
            return .used(
                try HybridWavPackSource(source, correctedBy: correcting, tags: tags, name: name, cancellation: cancellation))
        } catch {
            guard error.code != .cancelled else { throw error }
            return .unusable(error)
        }
    }
}
