import ControlProtocol
import Testing

@testable import fermata

@Suite("The client's words for who may record")
struct PermissionTextTests {
    @Test("a list says what holds for all, and of each request number, program, time and purpose, without control characters")
    func list() {
        let requests = [
            Wire.RecordRequest(request: 3, program: "reco\u{1B}rder", pid: 4_711, purpose: "a memo", since: 100),
            Wire.RecordRequest(request: 4, program: nil, pid: 12, purpose: nil, since: 200),
        ]
        #expect(
            PermissionText.list("undetermined", requests, at: 172) == """
                a person is asked for each program that wants to record
                  3  reco\u{FFFD}rder (process 4711)  waits for 1:12  a memo
                  4  a program (process 12)  waits for 0:00
                """)
        #expect(PermissionText.list("granted", [], at: 0) == "all programs may record")
        #expect(PermissionText.list("denied", [], at: 0) == "no program may record")
        #expect(PermissionText.list("new\nword", [], at: 0) == "new\u{FFFD}word")
    }
}
