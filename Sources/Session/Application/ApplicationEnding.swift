/// What the end of the application waits for. Confined to the control thread.
final class ApplicationEnding {
    private var waitsForFiles = true
    private var waitsForSound = true
    private var done: (() -> Void)?

    /// - Parameter done: called once, when files and sound have ended.
    init(_ done: @escaping () -> Void) { self.done = done }

    /// The files of recordings and jobs are complete, or are no longer waited for.
    func filesEnded() {
        waitsForFiles = false
        callIfDone()
    }

    /// The music has faded out.
    func soundEnded() {
        waitsForSound = false
        callIfDone()
    }

    private func callIfDone() {
        guard !waitsForFiles, !waitsForSound else { return }
        done?()
        done = nil
    }
}
