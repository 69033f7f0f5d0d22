/// What became of reference audio on its way to a capture, frame by frame.
///
/// The silence before and after the sound is no part of the comparison, on either side: a capture starts early and ends
/// late. Everything between is: a frame is right only if each of its samples is within the tolerance, 0 unless given.
package struct SampleComparison: Hashable, Sendable, CustomStringConvertible {
    /// A stretch of consecutive frames that did not arrive as they were.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// What happened to the frames.
        package enum Kind: Hashable, Sendable {
            /// They are in the reference and not in the capture.
            case lost
            /// They are in the capture and not in the reference at this place: silence, a repetition, noise.
            case inserted
            /// Both have frames here, with other samples.
            case differing
        }

        /// What happened.
        package let kind: Kind
        /// Where in the reference, in frames; inserted frames come before this one.
        package let position: Int
        /// Where in the capture, in frames; lost frames would have come before this one.
        package let capturePosition: Int
        /// How many frames.
        package let frameCount: Int

        /// For example "lost 448 frames at frame 64576 (capture frame 66000)".
        package var description: String {
            "\(kind) \(frameCount) frames at frame \(position) (capture frame \(capturePosition))"
        }
    }

    /// The faults in the order of the reference.
    package internal(set) var faults: [Fault] = []
    /// How many frames arrived right.
    package internal(set) var matchingFrames = 0
    /// Where in the capture the first frame of the reference's sound was found, in frames; nil if there is none.
    package internal(set) var captureStart: Int?

    /// Frames of the reference that are missing.
    package var lostFrames: Int { count(.lost) }
    /// Frames of the capture that do not belong there.
    package var insertedFrames: Int { count(.inserted) }
    /// Frames in the right place with other samples.
    package var differingFrames: Int { count(.differing) }
    /// Where in the reference the first fault is.
    package var firstDifference: Int? { faults.first?.position }
    /// Whether every frame arrived right and none besides.
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
