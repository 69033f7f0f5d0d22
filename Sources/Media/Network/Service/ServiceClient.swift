package import MediaTypes
import SystemSupport

/// Asks services in the web, and takes whole answers. One thread at a time, which waits meanwhile: never control.
///
/// It keeps the connections from one question to the next. libcurl is loaded with the first of them.
package final class ServiceClient {
    private let configuration: NetworkConfiguration
    private let wakeFlag: WakeFlag
    private var connections: Connections?

    /// - Throws: ``MediaError/Code/limitExceeded`` if the process may open no more descriptors.
    package init(_ configuration: NetworkConfiguration) throws(MediaError) {
        self.configuration = configuration
        wakeFlag = try WakeFlag()
    }

    /// What ends the questions of a client. Any thread.
    package struct Ending: Sendable {
        fileprivate let flag: WakeFlag

        /// Ends the question that is under way, and all later ones, with an error.
        package func end() { flag.set() }
    }

    package var ending: Ending { Ending(flag: wakeFlag) }

    /// Sends a request, and returns the answer, whatever its status is. Redirects of a GET are followed.
    /// - Throws: ``MediaError/Code/notAllowed`` if the network is off, or the request leads where it may not;
    ///   ``MediaError/Code/limitExceeded`` if the answer is longer than it may be; ``MediaError/Code/networkFailed`` for all else.
    package func send(_ request: ServiceRequest) throws(MediaError) -> ServiceReply {
        guard configuration.isEnabled else {
            throw MediaError(
                .notAllowed, "\(request.address.text) is not asked: the network is off (network.enabled in config.toml)")
        }
        do throws(NetworkFailure) {
            return try reply(to: request)
        } catch {
            switch error {
            case .refused(let error): throw error
            case .failed, .timedOut, .interrupted:
                throw MediaError(.networkFailed, "\(request.address.text) gives no answer: \(error.reason)")
            }
        }
    }

    private func reply(to request: ServiceRequest) throws(NetworkFailure) -> ServiceReply {
        let deadline = MonotonicClock.nanoseconds + Int64(min(max(request.timeoutSeconds, 0), 86_400) * 1e9)
        let connections = if let connections { connections } else { try Connections() }
        self.connections = connections
        let configuration = configuration
        let exchange = try Exchange.open(
            request.address, reach: request.reach, configuration, over: connections, wakeFlag,
            follows: request.method == .get, until: deadline
        ) { place, cookies in
            request.request(at: place, cookies, configuration)
        }
        let most = max(0, request.mostBytes)
        guard (exchange.head.contentLength ?? 0) <= Int64(most) else { throw tooLong(request, most) }
        var body: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let result = unsafe part.withUnsafeMutableBytes { buffer in
                Result { () throws(NetworkFailure) in unsafe try exchange.read(into: buffer, until: deadline) }
            }
            let count = try result.get()
            guard count > 0 else { break }
            guard body.count + count <= most else { throw tooLong(request, most) }
            body += part[..<count]
        }
        exchange.settle()
        return ServiceReply(
            status: exchange.head.status, fields: exchange.head.fields, body: body, address: exchange.address,
            reach: exchange.reach)
    }

    private func tooLong(_ request: ServiceRequest, _ most: Int) -> NetworkFailure {
        .refused(MediaError(.limitExceeded, "the answer of \(request.address.text) has more than \(most) bytes"))
    }
}
