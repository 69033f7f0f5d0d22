import ControlProtocol
import Testing

@testable import ControlServer

@Suite("Requests that wait for their answers")
struct UnansweredRequestsTests {
    /// Requests of which each `holds` the next or not, and the numbers of those that were answered.
    private func requests(_ holds: [Bool], answered: @escaping (Int) -> Void = { _ in }) -> UnansweredRequests {
        var requests = UnansweredRequests()
        for (index, holds) in holds.enumerated() {
            let number = requests.nextNumber()
            requests.add(Reply { _ in answered(index) }, number: number, bytes: 10 * (index + 1), holds: holds)
        }
        return requests
    }

    @Test("a request holds the next one until it is answered, unless it waits for media")
    func holding() {
        var requests = requests([false, true])
        #expect(requests.holdTheNext)
        requests.remove(2)
        #expect(!requests.holdTheNext)
        #expect(!requests.isEmpty)
        requests.remove(1)
        #expect(requests.isEmpty)
    }

    @Test("their bytes count until they are answered, each once")
    func bytes() {
        var requests = requests([false, false])
        #expect(requests.byteCount == 30)
        requests.remove(2)
        requests.remove(2)
        #expect(requests.byteCount == 10)
        requests.removeAll()
        #expect(requests.byteCount == 0)
        requests.remove(1)
        #expect(requests.byteCount == 0)
    }

    @Test("their replies come in the order in which they began")
    func order() {
        var answered: [Int] = []
        for reply in requests(Array(repeating: false, count: 20), answered: { answered.append($0) }).replies {
            reply.fail(.shuttingDown)
        }
        #expect(answered == Array(0..<20))
    }
}
