import Glibc
import TerminalPictures

extension Terminal {
    /// For how long a terminal may think about what it can do, in milliseconds: one may be at the other end of the world.
    private static let patience = 1_000

    /// Returns how large a character is, if standard output is a terminal that draws pictures and is there for this program. It is asked, unless
    /// `NO_COLOR` or `TERM` say that it is to get plain text.
    static func cellForPictures() -> TerminalAnswer.Cell? {
        // Only a descriptor for both ways is the terminal's own, and only the program in the foreground may change how it reads.
        guard hasColours, fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDWR, tcgetpgrp(STDOUT_FILENO) == getpgrp(),
            let answer = answer(on: STDOUT_FILENO, within: patience), answer.hasSixels, passesSixels
        else { return nil }
        return cell(on: STDOUT_FILENO) ?? answer.cell
    }

    /// Whether the terminal outside draws what tmux says that it draws itself; without tmux there is no other terminal.
    private static var passesSixels: Bool {
        guard getenv("TMUX") != nil else { return true }
        guard var run = CommandRun(PicturePlaceholders.question, of: "tmux") else { return false }
        let end = now() + patience
        var text: [UInt8] = []
        while text.count < 256 {
            var entry = pollfd(fd: run.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, CInt(max(0, end - now()))) > 0 else { return false }
            switch run.take() {
            case .bytes(let bytes): text += bytes
            case .end: return PicturePlaceholders.areSixelsShown(by: String(decoding: text, as: UTF8.self))
            }
        }
        return false
    }

    /// The size of a character by the size of the window.
    private static func cell(on descriptor: CInt) -> TerminalAnswer.Cell? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalAnswer.Cell(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// Asks the terminal behind `descriptor`, and returns what it has said within so many milliseconds; `nil` if it cannot be asked. What
    /// somebody has typed before stays where it is, and nothing is asked then.
    static func answer(on descriptor: CInt, within milliseconds: Int) -> TerminalAnswer? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        // Whatever wants to end the program has to wait until the terminal is as it was.
        var (blocked, old) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP] { sigaddset(&blocked, number) }
        pthread_sigmask(SIG_BLOCK, &blocked, &old)
        var answer = TerminalAnswer()
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { (bytes: UnsafeMutableRawBufferPointer) in
            bytes[Int(VMIN)] = 0
            bytes[Int(VTIME)] = 0
        }
        var wasAsked = false
        if tcsetattr(descriptor, TCSANOW, &raw) == 0 {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 0) == 0, put(TerminalAnswer.question, to: descriptor) {
                wasAsked = true
                read(&answer, from: descriptor, within: milliseconds)
            }
            tcsetattr(descriptor, TCSANOW, &before)
        }
        pthread_sigmask(SIG_SETMASK, &old, nil)
        if answer.isInterrupted { raise(SIGINT) }
        return wasAsked ? answer : nil
    }

    private static func read(_ answer: inout TerminalAnswer, from descriptor: CInt, within milliseconds: Int) {
        let end = now() + milliseconds
        var bytes = [UInt8](repeating: 0, count: 128)
        while !answer.isComplete {
            let left = end - now()
            guard left > 0 else { return }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, CInt(left))
            // A window that changes its size ends the wait early.
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return }
            answer.take(bytes.prefix(count))
        }
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
