import MPDProtocol

// The commands about the conversation itself.
extension MPDConversation {
    /// The most bytes of a picture in one reply. A client that wants more at a time gets this many.
    private static let largestChunk = 1 << 20

    static let commands: [MPDCommand] = [
        MPDCommand(inConversation: "ping", []) { _, request in request.reply() },
        MPDCommand(inConversation: "close", []) { conversation, _ in conversation.end() },
        MPDCommand(inConversation: "password", [], 1...1) { conversation, request throws(MPDFailure) in
            try conversation.takePassword(request.text.arguments[0])
        },
        MPDCommand(inConversation: "commands", []) { conversation, request in
            request.reply { for name in MPDCommand.names(for: conversation.permissions) { $0.add("command", name) } }
        },
        MPDCommand(inConversation: "notcommands", []) { conversation, request in
            request.reply { for name in MPDCommand.forbiddenNames(for: conversation.permissions) { $0.add("command", name) } }
        },
        MPDCommand(inConversation: "tagtypes", [], .atLeast(0)) { conversation, request throws(MPDFailure) in
            let arguments = request.texts
            let isOfAll = arguments.first == "available"
            guard arguments.isEmpty || isOfAll else {
                try conversation.tags.change(arguments)
                return request.reply()
            }
            request.reply { reply in
                for tag in TagType.listed where isOfAll || request.client.tags.contains(tag) {
                    reply.add("tagtype", tag.rawValue)
                }
            }
        },
        MPDCommand(inConversation: "binarylimit", [], 1...1) { conversation, request throws(MPDFailure) in
            let count = try request.text.unsigned(0)
            guard count >= 64 else { throw MPDFailure(.argument, "Value too small") }
            conversation.chunkBytes = min(count, largestChunk)
            request.reply()
        },
        MPDCommand(inConversation: "protocol", [], .atLeast(0)) { conversation, request throws(MPDFailure) in
            let listed = try conversation.features.change(request.texts)
            request.reply { for feature in listed ?? [] { $0.add("feature", feature.rawValue) } }
        },
        MPDCommand(inConversation: "stringnormalization", [], .atLeast(0)) { conversation, request throws(MPDFailure) in
            let listed = try conversation.normalizations.change(request.texts)
            request.reply { for normalization in listed ?? [] { $0.add("stringnormalization", normalization.rawValue) } }
        },
        MPDCommand(inConversation: "idle", .read, .atLeast(0)) { conversation, request throws(MPDFailure) in
            try conversation.beginIdle(request.text)
        },
        MPDCommand("kill", .admin, refusedWith: MPDFailure(.permission, "fermatad ends by its service manager only")),
    ]
}
