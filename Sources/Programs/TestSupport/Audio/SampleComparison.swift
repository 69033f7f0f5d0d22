/// The comparison of a capture with reference audio, frame by frame.
///
/// On both sides, the silence before and after the sound is not compared, because a capture starts early and ends late. All
/// frames between are compared: a frame is right only if each of its samples is within the tolerance, which is 0 by default.
package struct SampleComparison: Hashable, Sendable, CustomStringConvertible {
    /// A run of consecutive frames that did not arrive unchanged.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// What happened to the frames.
        package enum Kind: Hashable, Sendable {
            /// The frames are in the reference and not in the capture.
            case lost
            /// The frames are in the capture and not in the reference at this place: silence, a repetition, noise.
            case inserted
            /// Both have frames here, with different samples.
            case differing
        }

        /// What happened.
        package let kind: Kind
        /// The place in the reference, in frames. Inserted frames come before this frame.
        package let position: Int
        /// The place in the capture, in frames. Lost frames would have come before this frame.
        package let capturePosition: Int
        /// How many frames there are.
        package let frameCount: Int

        /// For example "lost 448 frames at frame 64576 (capture frame 66000)".
        package var description: String {
            "\(kind) \(frameCount) frames at frame \(position) (capture frame \(capturePosition))"
        }
    }

    /// The faults in the order of the reference.
    package var faults: [Fault] = []
    /// How many frames arrived unchanged.
    package internal(set) var matchingFrames = 0
    /// The frame of the capture at which the sound of the reference begins; nil if it does not.
    package internal(set) var captureStart: Int?

    /// How many frames of the reference are missing.
    package var lostFrames: Int { count(.lost) }
    /// How many frames of the capture do not belong there.
    package var insertedFrames: Int { count(.inserted) }
    /// How many frames are in the right place with different samples.
    package var differingFrames: Int { count(.differing) }
    /// The frame of the reference at which the first fault is.
    package var firstDifference: Int? { faults.first?.position }
    /// Whether every frame arrived unchanged, and no other frames did.
    package var isExact: Bool { faults.isEmpty }

    private func count(_ kind: Fault.Kind) -> Int {
        faults.reduce(0) { $0 + ($1.kind == kind ? $1.frameCount : 0) }
    }

    /// The totals and the first faults.
    package var description: String {
        let totals = "\(matchingFrames) matching, \(lostFrames) lost, \(insertedFrames) inserted, \(differingFrames) differing"
        let shown = faults.prefix(12).map(\.description).joined(separator: "; ")
        return isExact ? totals : "\(totals): \(shown)\(faults.count > 12 ? "; … \(faults.count) faults" : "")"
    }
}
