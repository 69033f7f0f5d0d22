import Testing

@testable import AudioSession

@Suite("What waits for permission to record")
struct RecordRequestsTests {
    private static func program(_ number: Int32, start: UInt64 = 5) -> ClientProcess? {
        ClientProcess(lineage: [ClientProcess.Identity(number: number, startTick: start)], isSandboxed: false)
    }

    private static let person = RecordAnswerer.client(program(1_000))

    private func ask(_ requests: inout RecordRequests, _ number: Int32, _ purpose: String? = nil) throws -> RecordRequest {
        try requests.ask(Self.program(number), name: "program \(number)", purpose: purpose, at: 9)
    }

    private func code(_ body: () throws -> Void) -> SessionError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SessionError)?.code
        }
    }

    @Test("a request says who asks, for what and since when, and has a number of its own")
    func request() throws {
        var requests = RecordRequests()
        let first = try ask(&requests, 20, "a memo")
        let second = try ask(&requests, 20)
        #expect(first.program == "program 20" && first.process.number == 20 && first.purpose == "a memo" && first.time == 9)
        #expect(second.id != first.id && second.purpose == nil)
        #expect(requests.waiting == [first, second])
    }

    @Test("an answer to a request is for its program, with all that it has asked, and for no other one")
    func single() throws {
        for isGranted in [true, false] {
            var requests = RecordRequests()
            let asked = try [20, 21, 20].map { try ask(&requests, $0) }
            #expect(try requests.answer(isGranted, to: asked[2].id, by: Self.person) == [asked[0], asked[2]])
            #expect(requests.waiting == [asked[1]])
            #expect(requests.permission(of: Self.program(20), general: .undetermined) == (isGranted ? .granted : .denied))
            #expect(requests.permission(of: Self.program(21), general: .undetermined) == .undetermined)
            #expect(requests.permission(of: nil, general: .undetermined) == .undetermined)
            let later = Self.program(20, start: 6)
            #expect(requests.permission(of: later, general: .undetermined) == .undetermined, "it has got the number")
            for general in [RecordPermission.granted, .denied] {
                #expect(requests.permission(of: Self.program(20), general: general) == general)
            }
        }
    }

    @Test("an answer to all takes the place of those to single programs")
    func all() throws {
        var requests = RecordRequests()
        let asked = try [20, 21].map { try ask(&requests, $0) }
        _ = try requests.answer(true, to: asked[0].id, by: Self.person)
        #expect(try requests.answer(false, by: Self.person) == [asked[1]])
        #expect(requests.permission(of: Self.program(20), general: .undetermined) == .undetermined)
    }

    @Test("a request that was answered or withdrawn, or that never was, cannot be answered")
    func unknown() throws {
        var requests = RecordRequests()
        let first = try ask(&requests, 20)
        #expect(requests.withdraw(first.id) == first && requests.withdraw(first.id) == nil)
        let second = try ask(&requests, 21)
        _ = try requests.answer(false, to: second.id, by: Self.person)
        for id in [first.id, second.id, 99, -1] {
            #expect(code { _ = try requests.answer(true, to: id, by: Self.person) } == .requestNotFound)
        }
    }

    @Test("a program that has asked cannot allow a request, and nothing changes if it tries")
    func own() throws {
        var requests = RecordRequests()
        let asked = try [20, 21].map { try ask(&requests, $0) }
        #expect(code { _ = try requests.answer(true, to: asked[1].id, by: .client(Self.program(20))) } == .permissionDenied)
        #expect(requests.waiting == asked)
        #expect(requests.permission(of: Self.program(21), general: .undetermined) == .undetermined)
        #expect(try requests.answer(false, to: asked[1].id, by: .client(Self.program(20))) == [asked[1]])
    }

    @Test("few requests of a program wait, few of all, and a program that asks a thousand times gets an error")
    func bounded() throws {
        var requests = RecordRequests()
        let refused = (0..<1_000).filter { _ in code { _ = try ask(&requests, 20) } == .tooManyRequests }
        #expect(refused.count == 1_000 - RecordRequests.mostOfProgram)
        for number in Int32(21)...200 { _ = try? ask(&requests, number) }
        #expect(requests.waiting.count == RecordRequests.most)
        #expect(code { _ = try ask(&requests, 300) } == .tooManyRequests)
        #expect(code { _ = try requests.ask(nil, name: nil, purpose: nil, at: 0) } == .permissionDenied)
    }

    @Test("few answers are remembered, and a program whose answer was forgotten is asked for again")
    func boundedAnswers() throws {
        var requests = RecordRequests()
        for number in 1...Int32(RecordRequests.mostAnswers + 1) {
            _ = try requests.answer(false, to: try ask(&requests, number).id, by: Self.person)
        }
        #expect(requests.permission(of: Self.program(1), general: .undetermined) == .undetermined)
        #expect(requests.permission(of: Self.program(2), general: .undetermined) == .denied)
    }

    @Test("a purpose has no characters that a terminal obeys, no end beyond its length, and is nothing if it is blank")
    func purpose() throws {
        var requests = RecordRequests()
        #expect(try ask(&requests, 1, "a\u{1B}[2J\nb\u{202E}").purpose == "a [2J b")
        #expect(try ask(&requests, 2, " \n\t").purpose == nil)
        let long = try ask(&requests, 3, "e" + String(repeating: "\u{301}", count: 5_000)).purpose
        #expect(long?.unicodeScalars.count == RecordRequest.longestPurpose)
    }
}
