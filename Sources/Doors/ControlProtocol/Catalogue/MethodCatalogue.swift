/// Every method of the protocol.
package enum MethodCatalogue {
    /// All methods, in the order of the documentation.
    package static let all: [Method] =
        player + queue + media + announcements + recording + jobs + library + playlists + rooms + session + route + server

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Returns the method that `call` names.
    ///
    /// - Throws: ``ControlError/Code/methodNotFound``.
    package static func method(of call: Call) throws(ControlError) -> Method {
        guard let method = byName[call.method] else {
            throw ControlError(.methodNotFound, "unknown method \"\(call.method.quotable)\"")
        }
        return method
    }

    /// Checks `call` and makes a request of it.
    ///
    /// - Throws: ``ControlError/Code/methodNotFound``, or ``ControlError/Code/invalidParams`` naming the parameter.
    package static func request(_ call: Call) throws(ControlError) -> Request {
        try method(of: call).request(call.parameters)
    }

    /// The errors that opening media may lead to.
    static let mediaErrors: [ControlError.Code] = [
        .mediaNotFound, .mediaUnreadable, .mediaUnsupported, .mediaCorrupt, .uriNotAllowed, .networkFailed,
        .limitExceeded,
    ]

    /// The errors that starting playback may lead to, other than those of opening the media.
    static let activationErrors: [ControlError.Code] = [
        .superseded, .nothingToPlay, .sessionIncompatibleCategory,
        .sessionInsufficientPriority, .mediaServicesFailed, .noRoute,
    ]
}
