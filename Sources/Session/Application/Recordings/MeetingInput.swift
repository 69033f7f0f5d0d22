import AudioTypes
import Recording

/// The two streams of a meeting: an input, and what an output plays. Used on the control thread.
final class MeetingInput: CaptureInput {
    private let input: any CaptureInput
    private let other: any CaptureInput

    init(_ input: any CaptureInput, beside other: any CaptureInput) {
        self.input = input
        self.other = other
    }

    func setTitle(_ title: String) {
        input.setTitle(title)
        other.setTitle(title)
    }

    func setActive(_ isActive: Bool) {
        input.setActive(isActive)
        other.setActive(isActive)
    }

    /// Ends what is heard beside the input: silence takes its place.
    func endOther() { other.shutDown() }

    /// The timing of the input.
    func timing() -> OutputTiming { input.timing() }

    func shutDown() {
        input.shutDown()
        other.shutDown()
    }
}
