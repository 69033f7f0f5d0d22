import JSON

/// A method of the protocol: its name, texts, parameters, result and errors, in one place.
///
/// The checks of parameters, the typed ``Request`` and the document of `rpc.discover` are all made from this.
package struct Method: Sendable {
    /// The name in messages.
    package let name: String
    /// One sentence for a person.
    package let summary: String
    /// The parameters, in the order of the documentation.
    package let parameters: [Schema.Field]
    /// The schema of the result.
    package let result: Schema
    /// The errors that it may lead to, other than JSON-RPC's own.
    package let errors: [ControlError.Code]
    /// Whether it may wait for media, so that later replies on its connection may overtake its own.
    package let waitsForMedia: Bool

    private let make: @Sendable (JSONObject) throws(ControlError) -> Request

    /// Describes a method. `make` gets the values of the parameters, in their order.
    init<each Value: Sendable>(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, result: Schema,
        errors: [ControlError.Code] = [], waitsForMedia: Bool = false,
        make: @escaping @Sendable (repeat each Value) throws(ControlError) -> Request
    ) {
        self.name = name
        self.summary = summary
        var fields: [Schema.Field] = []
        for parameter in repeat each parameters { fields.append(parameter.field) }
        self.parameters = fields
        self.result = result
        // Any request may come too late.
        self.errors = errors + [.shuttingDown]
        self.waitsForMedia = waitsForMedia
        let known = (repeat each parameters)
        self.make = { object throws(ControlError) in
            try make(repeat try (each known).value(in: object))
        }
    }

    /// Checks `parameters` and makes the request of them.
    ///
    /// - Throws: ``ControlError/Code/invalidParams``, naming the parameter.
    package func request(_ parameters: Call.Parameters) throws(ControlError) -> Request {
        guard case .named(let object) = parameters else {
            throw ControlError(.invalidParams, "\(name) takes its parameters by name: \"params\" must be an object")
        }
        do {
            try Schema.check(object, against: self.parameters)
        } catch {
            throw ControlError(.invalidParams, "\(name): \(error)", details: ["parameter": .string(error.path)])
        }
        return try make(object)
    }
}
