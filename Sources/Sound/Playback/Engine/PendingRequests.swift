import PlayerModel

/// The requests that wait for their answer. Only the one who takes a reply out can call it, so each request is answered once.
struct PendingRequests {
    private var replies: [RequestIdentifier: (PlayerAnswer) -> Void] = [:]
    private var last: RequestIdentifier = 0

    /// Adds a request and returns its number, which no other request gets.
    mutating func add(_ reply: @escaping (PlayerAnswer) -> Void) -> RequestIdentifier {
        last += 1
        replies[last] = reply
        return last
    }

    /// Removes the request and returns its reply; `nil` if it does not wait.
    mutating func take(_ request: RequestIdentifier) -> ((PlayerAnswer) -> Void)? { replies.removeValue(forKey: request) }

    /// Removes all requests and returns their replies, in no order.
    mutating func takeAll() -> [(PlayerAnswer) -> Void] {
        defer { replies = [:] }
        return Array(replies.values)
    }
}
