/// Every method of the protocol, named as in its messages: `queue.move` is `Methods.Queue.move`.
public enum Methods {
    /// All methods, in the order of the documentation.
    package static let all: [any AnyMethod] =
        player + queue + media + announcements + alarms + recording + jobs + library + playlists + radio + rooms + session + route
        + output
        + remote + server

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Returns the method that `call` names.
    ///
    /// - Throws: ``ControlError/Code/methodNotFound``.
    package static func method(of call: Call) throws(ControlError) -> any AnyMethod {
        guard let method = byName[call.method] else {
            throw ControlError(.methodNotFound, "unknown method \"\(call.method.quotable)\"")
        }
        return method
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
