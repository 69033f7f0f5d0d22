import PlayerModel
import Testing

@testable import Playback

@Suite("Requests that wait for their answer")
struct PendingRequestsTests {
    @Test("each has a number of its own and is answered once")
    func once() {
        var requests = PendingRequests()
        var answers: [String] = []
        let first = requests.add { _ in answers.append("first") }
        let second = requests.add { _ in answers.append("second") }
        #expect(first != second)
        requests.take(second)?(.done)
        requests.take(second)?(.done)
        #expect(answers == ["second"])
        requests.take(first)?(.done)
        #expect(answers == ["second", "first"])
        #expect(requests.add { _ in } > second)
    }

    @Test("all can be taken at the end")
    func all() {
        var requests = PendingRequests()
        let first = requests.add { _ in }
        _ = requests.add { _ in }
        #expect(requests.takeAll().count == 2)
        #expect(requests.take(first) == nil && requests.takeAll().isEmpty)
    }
}
