package import ControlProtocol
package import LineServer

/// A method, and what answers it. `Handler` is the object whose state the answers come from.
package struct MethodBinding<Handler>: Sendable {
    /// The method that is answered.
    package let method: any AnyMethod
    private let prepare: @Sendable (Call.Parameters) throws(ControlError) -> PreparedRequest<Handler>

    /// Binds `method` to `handle`, which is called on the control server's event loop for each request and answers it, at once or later.
    package init<Bound: AnyMethod>(
        _ method: Bound, _ handle: @escaping @Sendable (Handler, Bound.Parameters, Request<Bound.Answer>) -> Void
    ) {
        self.method = method
        prepare = { call throws(ControlError) in
            let parameters = try method.parameters(of: call)
            return PreparedRequest(opensStream: method.opensStream(parameters)) { handler, client, reply in
                handle(handler, parameters, Request(from: client, answer: method.answer, reply: reply))
            }
        }
    }

    init(
        _ method: any AnyMethod, prepare: @escaping @Sendable (Call.Parameters) throws(ControlError) -> PreparedRequest<Handler>
    ) {
        self.method = method
        self.prepare = prepare
    }

    /// Returns the same with `enter` before each request, which calls its last parameter when the request may begin.
    package func entered(
        through enter: @escaping @Sendable (Handler, ClientID, @escaping () -> Void) -> Void
    ) -> MethodBinding {
        MethodBinding(method) { [prepare] call throws(ControlError) in
            let request = try prepare(call)
            return PreparedRequest(opensStream: request.opensStream) { handler, client, reply in
                enter(handler, client) { request.begin(handler, client, reply) }
            }
        }
    }

    /// Checks the parameters of a call.
    ///
    /// - Throws: ``ControlError/Code/invalidParams``, naming the parameter.
    package func request(_ parameters: Call.Parameters) throws(ControlError) -> PreparedRequest<Handler> {
        try prepare(parameters)
    }
}

/// A request whose parameters have been checked.
package struct PreparedRequest<Handler> {
    /// Whether the connection carries media and nothing else once the request has succeeded.
    package let opensStream: Bool
    /// Has the handler carry out the request of a client and answer it.
    package let begin: (Handler, ClientID, Reply) -> Void
}

/// A request as what answers it gets it: who asks, and the way to answer. Only the first answer counts. Confined to the event loop.
package struct Request<Answer: Sendable> {
    /// The client that asks.
    package let client: ClientID
    private let answer: MethodAnswer<Answer>
    private let reply: Reply

    init(from client: ClientID, answer: MethodAnswer<Answer>, reply: Reply) {
        self.client = client
        self.answer = answer
        self.reply = reply
    }

    /// Answers with a value.
    package func succeed(_ value: Answer) { reply(.success(answer.json(of: value))) }

    /// Answers with an error.
    package func fail(_ error: ControlError) { reply(.failure(error)) }

    /// Answers with a value or an error.
    package func callAsFunction(_ result: Result<Answer, ControlError>) {
        switch result {
        case .success(let value): succeed(value)
        case .failure(let error): fail(error)
        }
    }
}

extension Request where Answer == Void {
    /// Answers that it is done.
    package func succeed() { succeed(()) }
}
