import Glibc

/// How long the helpers wait for something that should be almost immediate. It is generous, because a busy two-core machine may
/// not run a process for seconds, and because a passing test never waits this long.
package let generousDeadline: Duration = .seconds(120)

/// Calls `probe` until it returns a value, or throws `timedOut` with `what`.
///
/// - Parameters:
///   - what: Completes the sentence "still waiting for …".
///   - deadline: How long to go on. The probe is called at least once, and once more after the deadline.
///   - poll: The pause between two calls.
package func waitFor<Value: Sendable>(
    _ what: @autoclosure () -> String, deadline: Duration = generousDeadline, poll: Duration = .milliseconds(20),
    isolation: isolated (any Actor)? = #isolation,
    _ probe: () async throws(TestSupportError) -> Value?
) async throws(TestSupportError) -> Value {
    let end = ContinuousClock.now + deadline
    while true {
        let isLate = ContinuousClock.now >= end
        if let value = try await probe() { return value }
        if isLate { throw TestSupportError(.timedOut, "after \(deadline) still waiting for \(what())") }
        do {
            try await Task.sleep(for: poll)
        } catch {
            throw TestSupportError(.cancelled, "cancelled while waiting for \(what())")
        }
    }
}

/// Calls `condition` until it returns true, or throws `timedOut` with `what`, from a test that has no other task to let run.
///
/// It blocks its thread between two calls.
package func blockUntil(
    _ what: @autoclosure () -> String, deadline: Duration = generousDeadline, _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + deadline
    while try !condition() {
        guard ContinuousClock.now < end else {
            throw TestSupportError(.timedOut, "after \(deadline) still waiting for \(what())")
        }
        usleep(1_000)
    }
}

/// Calls `condition` until it returns true, or throws `timedOut` with `what`.
package func waitUntil(
    _ what: @autoclosure () -> String, deadline: Duration = generousDeadline, poll: Duration = .milliseconds(20),
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws(TestSupportError) -> Bool
) async throws(TestSupportError) {
    let _: Bool = try await waitFor(what(), deadline: deadline, poll: poll) { () async throws(TestSupportError) -> Bool? in
        try await condition() ? true : nil
    }
}
