import MPDProtocol

// The channels over which clients send messages to each other.
extension MPDDoor {
    static let channelCommands: [MPDCommand] = [
        MPDCommand("channels", .read) { door, request in
            request.reply { for name in door.channels.names { $0.add("channel", name) } }
        },
        MPDCommand("subscribe", .read, 1...1) { door, request throws(MPDFailure) in
            // MPD tells each subscription, also that to a channel which somebody has already.
            try door.channels.subscribe(request.client.number, to: request.text.text(0))
            door.tell(.subscription)
            request.reply()
        },
        MPDCommand("unsubscribe", .read, 1...1) { door, request throws(MPDFailure) in
            try door.channels.unsubscribe(request.client.number, from: request.text.text(0))
            door.tell(.subscription)
            request.reply()
        },
        MPDCommand("sendmessage", .control, 2...2) { door, request throws(MPDFailure) in
            let receivers = try door.channels.send(request.text.text(1), to: request.text.text(0))
            for receiver in receivers { door.tell(.message, to: receiver) }
            request.reply()
        },
        MPDCommand("readmessages", .read) { door, request in
            request.reply { reply in
                for message in door.channels.takeMessages(of: request.client.number) {
                    reply.add("channel", message.channel)
                    reply.add("message", message.text)
                }
            }
        },
    ]
}
