import SystemSupport

/// Measures songs on a thread that runs only while nothing else wants the processor or the disk.
///
/// Such a thread may lose the processor at any place and for long, and with a lock in its hands it would keep it from everybody. So it has
/// no lock but the one here, which it shares with the thread that gives it songs and answers for it. That one uses an object of this kind, and no
/// other does.
final class IdleMeasuring: Sendable {
    /// What is wanted of the song that is being measured.
    enum Order {
        case goOn, pause, end
    }

    private struct Work {
        let path: [UInt8]
        let measuring: LoudnessOutcome.Measuring
    }

    private struct State {
        var work: Work?
        var outcome: LoudnessOutcome?
        var order = Order.goOn
        var isClosed = false
    }

    private let state = Monitor(State())

    /// How often it is asked whether a song is still wanted, in nanoseconds.
    private static let pace: Int64 = 100_000_000

    /// Starts the thread, which ends with ``close()``.
    func start() throws(OwnThread.Failure) {
        try OwnThread.start(name: "fermata-measure") { [state] in
            CurrentThread.becomeIdle()
            var pace = WorkPace(used: ThreadClock.nanoseconds)
            while let work = state.wait({ state -> Work?? in state.isClosed ? .some(nil) : state.work.take().map { .some($0) } })
                ?? nil
            {
                let outcome = work.measuring(work.path) { Self.goesOn(state, &pace) }
                state.withLock { $0.outcome = outcome }
            }
        }
    }

    /// Whether the song is measured further. Rests after work, and waits as long as it is told to.
    private static func goesOn(_ state: Monitor<State>, _ pace: inout WorkPace) -> Bool {
        let rest = pace.rest(used: ThreadClock.nanoseconds)
        if rest > 0 {
            let end = MonotonicClock.nanoseconds + rest
            let _: Bool? = state.wait(until: end) { $0.order == .end ? true : nil }
        }
        let goesOn: Bool? = state.wait { state in
            switch state.order {
            case .goOn: true
            case .pause: nil
            case .end: false
            }
        }
        return goesOn ?? false
    }

    /// Measures a song, and waits for the end of that.
    /// - Parameter order: what is wanted now. It is asked some times a second, on the calling thread, and gets a way to tell an order
    ///   before it waits for something.
    func measure(
        _ path: [UInt8], with measuring: @escaping LoudnessOutcome.Measuring, order: (_ tell: (Order) -> Void) -> Order
    ) -> LoudnessOutcome {
        state.withLock { state in
            (state.work, state.outcome, state.order) = (Work(path: path, measuring: measuring), nil, .goOn)
        }
        while true {
            if let outcome = state.wait(until: MonotonicClock.nanoseconds + Self.pace, { $0.outcome.take() }) { return outcome }
            tell(order(tell))
        }
    }

    private func tell(_ order: Order) {
        state.withLock { $0.order = order }
    }

    /// Has the thread end.
    func close() { state.withLock { $0.isClosed = true } }
}
