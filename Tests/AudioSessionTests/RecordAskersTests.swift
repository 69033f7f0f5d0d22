import Testing

@testable import AudioSession

@Suite("Who may answer whether a program may record")
struct RecordAskersTests {
    /// Makes a program from the numbers of its process, of its parent, and so on.
    private static func program(_ numbers: Int32..., start: UInt64 = 5, isSandboxed: Bool = false) -> ClientProcess? {
        ClientProcess(
            lineage: numbers.map { ClientProcess.Identity(number: $0, startTick: start) }, isSandboxed: isSandboxed)
    }

    private func refuses(_ askers: RecordAskers, allowing isGranted: Bool = true, _ program: ClientProcess?) -> Bool {
        refuses(askers, allowing: isGranted, .client(program))
    }

    private func refuses(_ askers: RecordAskers, allowing isGranted: Bool = true, _ answerer: RecordAnswerer) -> Bool {
        do throws(SessionError) {
            try askers.check(isGranted, by: answerer)
            return false
        } catch {
            return error.code == .permissionDenied
        }
    }

    @Test("neither the program that asks may answer, nor one that it descends from, nor one that descends from it")
    func related() throws {
        var askers = RecordAskers()
        try askers.ask(Self.program(20, 10, 1))
        for program in [Self.program(20, 10, 1), Self.program(10, 1), Self.program(30, 20, 10, 1), Self.program(40, 30, 20)] {
            #expect(refuses(askers, program))
            #expect(!refuses(askers, allowing: false, program), "everybody may deny")
        }
        #expect(!refuses(askers, Self.program(21, 10, 1)))
        #expect(!refuses(askers, Self.program(20, start: 6)), "another process has got the number")
    }

    @Test("a desktop may have started the program that asks, but is neither it, nor started by it, nor in a sandbox or unknown")
    func desktop() throws {
        var askers = RecordAskers()
        try askers.ask(Self.program(20, 10, 1))
        #expect(!refuses(askers, .desktop(Self.program(10, 1))))
        #expect(!refuses(askers, .desktop(Self.program(11, 1))))
        for program in [Self.program(20, 10, 1), Self.program(30, 20, 10, 1), Self.program(11, 1, isSandboxed: true), nil] {
            #expect(refuses(askers, .desktop(program)))
            #expect(!refuses(askers, allowing: false, .desktop(program)), "everybody may deny")
        }
    }

    @Test("a program that has asked cannot answer the question of another one either")
    func earlier() throws {
        var askers = RecordAskers()
        try askers.ask(Self.program(20))
        try askers.ask(Self.program(21))
        try askers.ask(Self.program(20))
        #expect(refuses(askers, Self.program(20)))
        #expect(!refuses(askers, Self.program(22)))
    }

    @Test("a program in a sandbox cannot answer, nor one that nobody knows, nor anybody before there is a question")
    func others() throws {
        var askers = RecordAskers()
        #expect(refuses(askers, Self.program(22)))
        try askers.ask(Self.program(20))
        #expect(refuses(askers, Self.program(22, isSandboxed: true)))
        #expect(refuses(askers, nil))
        #expect(!refuses(askers, allowing: false, nil))
        #expect(throws: SessionError.self) { try askers.ask(nil) }
    }

    @Test("a bounded number of programs is remembered")
    func bounded() throws {
        var askers = RecordAskers()
        for number in 1...Int32(2 * RecordAskers.most) { try askers.ask(Self.program(number)) }
        #expect(refuses(askers, Self.program(Int32(2 * RecordAskers.most))))
        #expect(!refuses(askers, Self.program(1)))
    }
}
