import ControlProtocol

// The methods about the connection itself, which the server answers.
extension ControlConversation {
    static let bindings: [MethodBinding<ControlConversation>] = [
        MethodBinding(Methods.Events.subscribe) { conversation, names, request in
            do throws(ControlError) {
                request.succeed(try conversation.subscribe(to: try EventFilter(names: names)))
            } catch {
                request.fail(error)
            }
        },
        MethodBinding(Methods.Events.unsubscribe) { conversation, _, request in
            conversation.unsubscribe()
            request.succeed()
        },
        MethodBinding(Methods.RPC.discover) { _, _, request in request.succeed(OpenRPCDocument.json) },
    ]
}
