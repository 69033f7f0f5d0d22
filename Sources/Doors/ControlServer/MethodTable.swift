package import ControlProtocol

/// What answers the methods of the catalogue, each by exactly one binding.
package struct MethodTable<Handler>: Sendable {
    private let bindings: [String: MethodBinding<Handler>]

    /// Makes a table of the methods that the handler answers.
    ///
    /// - Throws: ``BindingFailure`` unless each method of the catalogue that the server does not answer itself is bound once, and
    ///   nothing else is.
    package init(_ bindings: [MethodBinding<Handler>]) throws(BindingFailure) {
        let own = Set(ControlConversation.bindings.map(\.method.name))
        let wanted = Methods.all.map(\.name).filter { !own.contains($0) }
        var byName: [String: MethodBinding<Handler>] = [:]
        for binding in bindings {
            let name = binding.method.name
            guard wanted.contains(name) else { throw .unknown(name) }
            guard byName.updateValue(binding, forKey: name) == nil else { throw .double(name) }
        }
        for name in wanted where byName[name] == nil { throw .missing(name) }
        self.bindings = byName
    }

    /// Returns what answers a method; `nil` for one that the server answers itself.
    package subscript(method: any AnyMethod) -> MethodBinding<Handler>? { bindings[method.name] }
}

/// Why the methods of the catalogue and what answers them do not go together.
package enum BindingFailure: Error, Hashable, CustomStringConvertible {
    /// Nothing answers the method with this name.
    case missing(String)
    /// The method with this name is answered twice.
    case double(String)
    /// A method with this name is answered, and the catalogue does not have it, or the server answers it itself.
    case unknown(String)

    /// A sentence for the user.
    package var description: String {
        switch self {
        case .missing(let name): "the control protocol has the method \(name), and nothing answers it"
        case .double(let name): "the method \(name) of the control protocol is answered in two places"
        case .unknown(let name): "the method \(name) is answered, and the control protocol has no such method for a handler"
        }
    }
}
