import Testing

@testable import Desktop

@Suite("Which questions about recording are shown, and what an answer means")
struct RecordNoticesTests {
    private static let all = ["actions", "body", "body-markup"]

    /// A question of a process of its own.
    private static func question(_ request: Int64, process: Int32? = nil, purpose: String? = nil) -> RecordQuestion {
        RecordQuestion(request: request, program: "recorder", process: process ?? Int32(request), purpose: purpose)
    }

    /// Nothing yet, with buttons that everybody knows.
    private static func notices() -> RecordNotices { RecordNotices { 0xab } }

    private static func show(_ question: RecordQuestion, isMarkup: Bool = true) -> RecordNotices.Action {
        .show(
            question,
            buttons: [
                RecordNotices.Button(key: "allow-ab", words: "Allow"), RecordNotices.Button(key: "deny-ab", words: "Deny"),
            ], isMarkup: isMarkup)
    }

    /// A service that shows the question 1 as the notification 7.
    private static func showing() -> RecordNotices {
        var notices = Self.notices()
        _ = notices.appeared(all, at: 0)
        _ = notices.asked(question(1), at: 0)
        _ = notices.shown(1, as: 7, at: 0)
        return notices
    }

    @Test(
        "a question waits until there is a service, is shown once, and a button of it is the answer, once",
        arguments: [true, false])
    func answer(isGranted: Bool) {
        var notices = Self.notices()
        #expect(notices.asked(Self.question(1), at: 0) == [])
        #expect(notices.appeared(Self.all, at: 0) == [Self.show(Self.question(1))])
        #expect(notices.shown(1, as: 7, at: 0) == [])
        let button = isGranted ? "allow-ab" : "deny-ab"
        #expect(notices.pressed(button, of: 7, at: 0) == [.answer(request: 1, isGranted: isGranted), .close(7)])
        #expect(notices.pressed(button, of: 7, at: 0) == [])
        #expect(notices.ended(1, at: 0) == [])
    }

    @Test("another button, or one of another notification, is no answer")
    func foreign() {
        var notices = Self.showing()
        for (button, notice) in [("default", 7), ("allow", 7), ("allow-ac", 7), ("", 7), ("allow-ab", 8), ("allow-ab", 0)]
            as [(String, UInt32)]
        {
            #expect(notices.pressed(button, of: notice, at: 0) == [])
        }
        #expect(notices.pressed("allow-ab", of: 7, at: 0).first == .answer(request: 1, isGranted: true))
    }

    @Test("each notification has buttons of its own, which nobody can guess")
    func secrets() throws {
        var notices = RecordNotices()
        _ = notices.appeared(Self.all, at: 0)
        var keys: [String] = []
        for number in 1...3 as ClosedRange<Int64> {
            guard case .show(_, let buttons, _) = try #require(notices.asked(Self.question(number), at: 0).first) else {
                Issue.record("nothing is shown")
                return
            }
            keys += buttons.map(\.key)
            _ = notices.shown(number, as: UInt32(number), at: 0)
        }
        #expect(Set(keys).count == 6)
        #expect(notices.pressed(keys[2], of: 1, at: 0) == [])
        #expect(notices.pressed(keys[0], of: 1, at: 0).first == .answer(request: 1, isGranted: true))
    }

    @Test("the answer is for all that the program has asked, so that its next question is not shown behind it")
    func answersAll() {
        var notices = Self.showing()
        #expect(notices.asked(Self.question(2, process: 1), at: 0) == [])
        #expect(notices.pressed("deny-ab", of: 7, at: 0) == [.answer(request: 1, isGranted: false), .close(7)])
    }

    @Test("a program that asks and leaves takes no place of another one")
    func frequent() {
        var notices = Self.notices()
        _ = notices.appeared(Self.all, at: 0)
        var shown = 0
        for number in 1...50 as ClosedRange<Int64> {
            shown += notices.asked(Self.question(number, process: 9), at: 0).count
            _ = notices.shown(number, as: UInt32(number), at: 0)
            _ = notices.ended(number, at: 0)
        }
        #expect(shown == RecordNotices.mostOfProgram)
        #expect(notices.asked(Self.question(60), at: 0) == [Self.show(Self.question(60))])
    }

    @Test("a notification that is closed is no answer, and the question is not shown again by the same service")
    func closed() {
        var notices = Self.showing()
        #expect(notices.closed(8, at: 0) == [])
        #expect(notices.closed(7, at: 0) == [])
        #expect(notices.pressed("allow-ab", of: 7, at: 0) == [])
        #expect(notices.asked(Self.question(2), at: 0) == [Self.show(Self.question(2))])
    }

    @Test("what was answered elsewhere is closed, also if it is shown only after that")
    func ended() {
        var notices = Self.showing()
        #expect(notices.ended(1, at: 0) == [.close(7)])
        #expect(notices.ended(1, at: 0) == [])
        _ = notices.asked(Self.question(2), at: 0)
        #expect(notices.asked(Self.question(3), at: 0) == [])
        #expect(notices.ended(2, at: 0) == [])
        #expect(notices.shown(2, as: 8, at: 0) == [.close(8), Self.show(Self.question(3))])
    }

    @Test("a program has one notification, and its next question is shown when the first has ended")
    func program() {
        var notices = Self.notices()
        _ = notices.appeared(Self.all, at: 0)
        _ = notices.asked(Self.question(1, process: 9), at: 0)
        #expect(notices.asked(Self.question(2, process: 9), at: 0) == [])
        #expect(notices.shown(1, as: 7, at: 0) == [])
        #expect(notices.ended(1, at: 0) == [.close(7), Self.show(Self.question(2, process: 9))])
    }

    @Test("few are there at once, and the next comes when one has gone")
    func few() {
        var notices = Self.notices()
        _ = notices.appeared(Self.all, at: 0)
        for number in 1...Int64(RecordNotices.mostShown) + 1 {
            let isShown = number <= Int64(RecordNotices.mostShown)
            #expect(notices.asked(Self.question(number), at: 0).count == (isShown ? 1 : 0))
            if isShown { #expect(notices.shown(number, as: UInt32(number), at: 0) == []) }
        }
        #expect(notices.closed(2, at: 0) == [Self.show(Self.question(4))])
    }

    @Test("a program that asks and leaves a thousand times is shown ten times a minute, and the log is told once")
    func flood() {
        var notices = Self.notices()
        _ = notices.appeared(Self.all, at: 0)
        func flood(from first: Int64, at time: Int64) -> (shown: Int, told: Int) {
            var (shown, told) = (0, 0)
            for number in first..<first + 1_000 {
                for action in notices.asked(Self.question(number), at: time) {
                    if case .show = action { shown += 1 } else { told += 1 }
                }
                _ = notices.shown(number, as: UInt32(number), at: time)
                _ = notices.ended(number, at: time)
            }
            return (shown, told)
        }
        #expect(flood(from: 1, at: 0) == (10, 1))
        #expect(flood(from: 2_001, at: RecordNotices.window - 1) == (0, 0))
        #expect(flood(from: 4_001, at: RecordNotices.window) == (10, 0))
        for number in 9_001...Int64(10_000) { _ = notices.asked(Self.question(number), at: 0) }
        #expect(notices.asked(Self.question(1), at: 0) == [])
    }

    @Test(
        "a service that does not answer, or answers with an id of another one, or none, shows nothing, and the next question is tried"
    )
    func refused() {
        for (notice, failure) in [(nil, "no"), (7, nil), (0, nil)] as [(UInt32?, String?)] {
            var notices = Self.showing()
            _ = notices.asked(Self.question(2), at: 0)
            _ = notices.asked(Self.question(3), at: 0)
            let actions = notices.shown(2, as: notice, failure: failure, at: 0)
            #expect(actions.last == Self.show(Self.question(3)))
            guard case .explain(.refused) = actions[0] else { Issue.record("\(actions)"); continue }
            #expect(notices.shown(3, as: nil, failure: "no", at: 0) == [], "the log is told once")
            #expect(notices.pressed("allow-ab", of: 7, at: 0).first == .answer(request: 1, isGranted: true))
        }
    }

    @Test("a service that dies takes its notifications along, and the next one shows what still waits, but for what was closed")
    func death() {
        var notices = Self.showing()
        _ = notices.asked(Self.question(2), at: 0)
        _ = notices.shown(2, as: 8, at: 0)
        _ = notices.closed(8, at: 0)
        _ = notices.asked(Self.question(3), at: 0)
        #expect(notices.vanished(.noService, at: 0) == [.explain(.noService)])
        #expect(notices.pressed("allow-ab", of: 7, at: 0) == [])
        #expect(notices.ended(3, at: 0) == [])
        #expect(notices.appeared(["actions"], at: 0) == [Self.show(Self.question(1), isMarkup: false)])
        #expect(notices.shown(1, as: 1, at: 0) == [])
    }

    @Test("without a service, or without buttons, nothing is shown, and the log is told of each once, when somebody asks")
    func absent() {
        var notices = Self.notices()
        #expect(notices.vanished(.noService, at: 0) == [])
        #expect(notices.asked(Self.question(1), at: 0) == [.explain(.noService)])
        #expect(notices.asked(Self.question(2), at: 0) == [])
        #expect(notices.appeared(["body", "body-markup"], at: 0) == [.explain(.noActions)])
        #expect(notices.vanished(.noService, at: 0) == [])
        #expect(notices.appeared([], at: 0) == [])
    }

    @Test("the text names program, process and purpose, and is escaped where it is read as markup")
    func text() {
        let question = RecordQuestion(request: 1, program: "<b>&", process: 12, purpose: "a \"memo\" <a href='x'>&amp;")
        #expect(question.title == "<b>& wants to record")
        #expect(question.body(isMarkup: false) == "Process 12 says what for: a \"memo\" <a href='x'>&amp;")
        #expect(
            question.body(isMarkup: true)
                == "Process 12 says what for: a &quot;memo&quot; &lt;a href=&#39;x&#39;&gt;&amp;amp;")
        let plain = RecordQuestion(request: 1, program: nil, process: 12, purpose: nil)
        #expect(plain.title == "A program wants to record" && plain.body(isMarkup: true) == "Process 12 does not say what for.")
    }
}
