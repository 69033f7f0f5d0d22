package import JSON

/// A method of the protocol as a value: its name, texts, parameters, answer and errors, stated once.
///
/// The checks of parameters, what the daemon reads of a call and what a client writes into one, the same for the answer, and the
/// document of `rpc.discover` are all made from this. A method with several parameters has a tuple of them, or a type of its own.
public struct Method<Parameters: Sendable, Answer: Sendable>: AnyMethod {
    /// The name in messages.
    public let name: String
    /// What somebody has to be allowed who calls it.
    public let role: Wire.Role
    /// One sentence for a person.
    public let summary: String
    package let fields: [Schema.Field]
    package let answer: MethodAnswer<Answer>
    /// The errors that it may lead to, other than JSON-RPC's own.
    public let errors: [ControlError.Code]
    package let waitsForMedia: Bool

    private var carriesMedia: (@Sendable (Parameters) -> Bool)?
    private var check: (@Sendable (Parameters) throws(ControlError) -> Void)?
    private let read: @Sendable (JSONObject) throws(ControlError) -> Parameters
    private let write: @Sendable (Parameters) -> JSONObject

    /// Describes a method whose parameters are the values of `members`.
    ///
    /// - Parameter errors: those that it may lead to, other than JSON-RPC's own and `shutting_down`.
    // The attributes are there for the same reason as those of the shapes.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    init<each Value: Sendable>(
        _ name: String, _ role: Wire.Role, _ summary: String, _ members: repeat WireMember<each Value>,
        answer: MethodAnswer<Answer>,
        errors: [ControlError.Code] = [], waitsForMedia: Bool = false
    ) where Parameters == (repeat each Value) {
        var fields: [Schema.Field] = []
        for member in repeat each members { fields += member.fields }
        let all = (repeat each members)
        self.init(
            name: name, role: role, summary: summary, fields: fields, answer: answer, errors: errors,
            waitsForMedia: waitsForMedia,
            read: { object throws(ControlError) in
                do throws(JSONMismatch) {
                    return (repeat try (each all).read(object))
                } catch {
                    throw ControlError(.invalidParams, "\(name): \(error)")
                }
            },
            write: { values in
                var object = JSONObject()
                repeat (each all).write(each values, &object)
                return object
            })
    }

    /// Describes a method whose parameters are what `make` makes of the values of `members`, and `take` takes apart again.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    init<each Value: Sendable>(
        _ name: String, _ role: Wire.Role, _ summary: String, _ members: repeat WireMember<each Value>,
        answer: MethodAnswer<Answer>,
        errors: [ControlError.Code] = [], waitsForMedia: Bool = false,
        make: @escaping @Sendable (repeat each Value) throws(ControlError) -> Parameters,
        take: @escaping @Sendable (Parameters) -> (repeat each Value)
    ) {
        let plain = Method<(repeat each Value), Answer>(name, role, summary, repeat each members, answer: answer)
        self.init(
            name: name, role: role, summary: summary, fields: plain.fields, answer: answer, errors: errors,
            waitsForMedia: waitsForMedia,
            read: { object throws(ControlError) in
                let values = try plain.read(object)
                return try make(repeat each values)
            },
            write: { plain.write(take($0)) })
    }

    private init(
        name: String, role: Wire.Role, summary: String, fields: [Schema.Field], answer: MethodAnswer<Answer>,
        errors: [ControlError.Code],
        waitsForMedia: Bool,
        read: @escaping @Sendable (JSONObject) throws(ControlError) -> Parameters,
        write: @escaping @Sendable (Parameters) -> JSONObject
    ) {
        self.name = name
        self.role = role
        self.summary = summary
        self.fields = fields
        self.answer = answer
        // Any request may come too late.
        self.errors = errors + [.shuttingDown]
        self.waitsForMedia = waitsForMedia
        self.read = read
        self.write = write
    }

    /// Returns the method with a check whether its parameters go together, which throws if they do not.
    func checked(by check: @escaping @Sendable (Parameters) throws(ControlError) -> Void) -> Self {
        var method = self
        method.check = check
        return method
    }

    /// Returns the method as one after whose success the connection carries media and nothing else, for the parameters of which
    /// `carriesMedia` says so.
    func openingStream(if carriesMedia: @escaping @Sendable (Parameters) -> Bool) -> Self {
        var method = self
        method.carriesMedia = carriesMedia
        return method
    }

    package func opensStream(_ parameters: Parameters) -> Bool { carriesMedia?(parameters) ?? false }

    package func parameters(of call: Call.Parameters) throws(ControlError) -> Parameters {
        guard case .named(let object) = call else {
            throw ControlError(.invalidParams, "\(name) takes its parameters by name: \"params\" must be an object")
        }
        do {
            try Schema.check(object, against: fields)
        } catch {
            throw ControlError(.invalidParams, "\(name): \(error)", details: ["parameter": .string(error.path)])
        }
        let parameters = try read(object)
        try check?(parameters)
        return parameters
    }

    package func json(of parameters: Parameters) -> JSONObject { write(parameters) }
}

/// A method whose types of parameters and answer are not known: a member of ``Methods/all``.
package protocol AnyMethod: Sendable {
    /// What a call of the method has to say.
    associatedtype Parameters: Sendable
    /// What a successful reply says.
    associatedtype Answer: Sendable

    /// The name in messages.
    var name: String { get }
    /// What somebody has to be allowed who calls it.
    var role: Wire.Role { get }
    /// One sentence for a person.
    var summary: String { get }
    /// The schemas of the parameters, in the order of the documentation.
    var fields: [Schema.Field] { get }
    /// What the method answers with.
    var answer: MethodAnswer<Answer> { get }
    /// The errors that it may lead to, other than JSON-RPC's own.
    var errors: [ControlError.Code] { get }
    /// Whether it may wait for media, so that later replies on its connection may overtake its own.
    var waitsForMedia: Bool { get }

    /// Returns whether the connection carries media and nothing else once a request with `parameters` has succeeded.
    func opensStream(_ parameters: Parameters) -> Bool

    /// Checks and reads the parameters of a call.
    ///
    /// - Throws: ``ControlError/Code/invalidParams``, naming the parameter.
    func parameters(of call: Call.Parameters) throws(ControlError) -> Parameters

    /// Returns the members of a call with `parameters`. A parameter that has its default value is left out.
    func json(of parameters: Parameters) -> JSONObject
}

extension AnyMethod {
    /// The schema of the result.
    package var result: Schema { answer.schema }
}
