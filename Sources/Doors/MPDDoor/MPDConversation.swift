import Application
import LineServer
import MPDProtocol
import NIOCore

/// The conversation with one client of MPD: its lines, its lists of commands, what it waits for, and what it may do.
///
/// Confined to the control thread.
final class MPDConversation {
    /// A list of commands that is being carried out.
    private struct CommandList {
        let lines: [[UInt8]]
        let tellsEach: Bool
        /// The command that is next.
        var index = 0
    }

    private unowned let connection: LineConnection
    let door: MPDDoor
    private var input = LineInput()
    private var idle = IdleState()
    var tags = TagMask()
    var features = Switches<ProtocolFeature>(unknown: "Unknown protocol feature")
    var normalizations = Switches<StringNormalization>(unknown: "Unknown string normalization")
    private(set) var permissions: Permissions
    private var wrongPasswords = 0
    /// How many bytes of a picture the client takes at a time.
    var chunkBytes = 8 << 10
    private var list: CommandList?
    private var listBytes = 0
    /// What all changes of the queue by the command, or by all commands of the list, are counted under.
    private var group: UInt64 = 0
    /// The place in its list and the name of the command that waits for its answer, or for the rest of it; `nil` if none does.
    private var waiting: (index: Int, name: String)?
    /// The rest of an answer, from this row on.
    private var rest: (rows: MPDReply.Rows, from: Int)?
    /// Whether what comes behind these rows is being made.
    private var isMakingMore = false
    /// Whether more of the answer may be made before its turn: not again once that has failed.
    private var mayMakeAhead = true
    /// What comes behind these rows, if it is made already.
    private var more: Result<MPDReply, MPDFailure>?

    /// How many rows of an answer are written before it is looked whether the client reads them.
    private static let rowsPerStep = 128
    /// After how many bytes of them the same is done.
    private static let bytesPerStep = 256 << 10
    /// After so many wrong passwords the connection ends.
    private static let mostWrongPasswords = 5

    init(over connection: LineConnection, door: MPDDoor) {
        self.connection = connection
        self.door = door
        permissions = door.access.withoutPassword
    }

    private var number: UInt64 { connection.id.number }

    private var client: MPDClient {
        MPDClient(
            number: number, isLocal: connection.isLocal, tags: tags.shown, chunkBytes: chunkBytes,
            hidesPlaylists: features.on.contains(.hidePlaylistsInRoot),
            stripsMarks: normalizations.on.contains(.stripDiacritics), group: group)
    }

    /// Takes in changes, and tells them if the client waits for them.
    func changed(_ subsystems: Subsystems) {
        if let told = idle.changed(subsystems) { tell(told) }
    }

    private func tell(_ subsystems: Subsystems) {
        var reply = ReplyText()
        for name in subsystems.names { reply.add("changed", name) }
        send(reply, closing: "OK")
    }

    // MARK: Commands

    private func perform(_ line: [UInt8], index: Int) {
        let text: CommandText
        do throws(CommandText.Mistake) {
            text = try CommandText(parsing: line)
        } catch {
            return refuse(error, index)
        }
        let command: MPDCommand
        do throws(MPDFailure) { command = try MPDCommand.named(text.name) } catch { return fail(error, index, command: "") }
        do throws(MPDFailure) {
            try command.rule.check(text, permissions: permissions)
            if !command.rule.permission.isEmpty { connection.didSpeak() }
            waiting = (index, text.name)
            try perform(command, text)
        } catch {
            fail(error, index, command: text.name)
        }
    }

    private func refuse(_ mistake: CommandText.Mistake, _ index: Int) {
        switch mistake {
        case .arguments(let message): fail(MPDFailure(.unknown, message), index, command: "")
        case .count(let message): fail(MPDFailure(.argument, message), index, command: "")
        case .word(let message):
            fail(MPDFailure(.unknown, message), index, command: "")
            connection.end()
        }
    }

    private func perform(_ command: MPDCommand, _ text: CommandText) throws(MPDFailure) {
        if command.rule.isLocalOnly, !connection.isLocal {
            throw MPDFailure(.permission, "Command only permitted to local clients")
        }
        let request = MPDRequest(text: text, client: client) { [weak self] result in self?.didAnswer(result) }
        if !command.rule.permission.isDisjoint(with: [.player, .add]) { door.application.clientActs(request.client.origin) }
        try command.handler(self, request)
    }

    /// Ends the connection.
    func end() { connection.end() }

    /// Looks at a password: at once, or later if wrong ones have come from the same place.
    func takePassword(_ password: [UInt8]) throws(MPDFailure) {
        guard let delay = door.delayOfPassword(from: connection.party) else {
            throw MPDFailure(.password, "too many wrong passwords have come from your address; try again later")
        }
        guard delay > 0 else { return judge(password) }
        door.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(delay)) { [weak self] in self?.judge(password) }
    }

    private func judge(_ password: [UInt8]) {
        if let permissions = door.access.permissions(for: password) {
            self.permissions = permissions
            connection.didAuthenticate()
            return didAnswer(.success(MPDReply()))
        }
        wrongPasswords += 1
        door.notePassword(wrongFrom: connection.party)
        didAnswer(.failure(MPDFailure(.password, "incorrect password")))
        if wrongPasswords >= Self.mostWrongPasswords { connection.end() }
    }

    /// Has the client wait for changes.
    func beginIdle(_ text: CommandText) throws(MPDFailure) {
        var subsystems: Subsystems = text.arguments.isEmpty ? .all : []
        for index in text.arguments.indices {
            guard let subsystem = Subsystems(exactly: text.text(index)) else {
                throw MPDFailure(.argument, "Unrecognized idle event: \(text.text(index))")
            }
            subsystems.formUnion(subsystem)
        }
        waiting = nil
        if let told = idle.wait(for: subsystems) { tell(told) }
    }

    // MARK: Answers

    private func didAnswer(_ result: Result<MPDReply, MPDFailure>) {
        guard let (index, name) = waiting else { return }
        switch result {
        case .failure(let failure): fail(failure, index, command: name)
        case .success(let reply):
            if let rows = reply.rows {
                rest = (rows, 0)
                mayMakeAhead = true
                writeRows(after: reply.text)
            } else {
                finishAnswer(reply.text)
            }
        }
        connection.proceed()
    }

    /// Writes the next rows of an answer.
    private func writeRows(after text: ReplyText = ReplyText()) {
        guard let (rows, first) = rest else { return }
        var reply = text
        var end = first
        while end < min(first + Self.rowsPerStep, rows.count), reply.bytes.count < Self.bytesPerStep {
            rows.add(end, &reply)
            end += 1
        }
        if end == rows.count, rows.more == nil { return finishAnswer(reply) }
        rest = (rows, end)
        send(reply, closing: "")
        // Once the client has taken rows of this part, the library goes on while the rest is written.
        if first > 0, mayMakeAhead, !isMakingMore, more == nil { makeMore(behind: rows) }
    }

    /// Writes more of an answer. What was written before is with the client, as far as the connection keeps no more of it than it may.
    private func goOn(_ rows: MPDReply.Rows, from first: Int) {
        guard first == rows.count, rows.more != nil else { return writeRows() }
        rest = nil
        if let more {
            self.more = nil
            didAnswer(more)
        } else if !isMakingMore {
            makeMore(behind: rows)
        }
    }

    /// Has made what comes behind some rows. It waits until these are written.
    private func makeMore(behind rows: MPDReply.Rows) {
        guard let make = rows.more else { return }
        isMakingMore = true
        make { [weak self] result in
            guard let self else { return }
            isMakingMore = false
            if rest == nil { return didAnswer(result) }
            if case .success = result { more = result } else { mayMakeAhead = false }
        }
    }

    private func finishAnswer(_ reply: ReplyText) {
        waiting = nil
        rest = nil
        guard let list else { return send(reply, closing: "OK") }
        let isLast = list.index >= list.lines.count
        let closing = (list.tellsEach ? ["list_OK"] : []) + (isLast ? ["OK"] : [])
        send(reply, closing: closing.joined(separator: "\n"))
        if isLast { endList() }
    }

    /// Refuses a command, and with it the rest of its list.
    private func fail(_ failure: MPDFailure, _ index: Int, command: String) {
        waiting = nil
        rest = nil
        endList()
        let told = MPDFailure(failure.code, door.application.sentence(failure.message, for: client.origin))
        send(ReplyText(), closing: told.line(index: index, command: command))
    }

    private func endList() {
        list = nil
        listBytes = 0
        connection.keptBytesDidChange()
    }

    private func send(_ reply: ReplyText, closing: String) {
        var bytes = reply.bytes
        bytes += closing.utf8
        // The connection adds the end of the last line itself.
        if closing.isEmpty, bytes.popLast() == nil { return }
        connection.send(bytes)
    }
}

/// What the connection asks.
extension MPDConversation: LineConversation {
    var isReady: Bool { waiting == nil || rest != nil }

    var isIdle: Bool { waiting == nil && list == nil }

    var keptBytes: Int { input.listBytes + listBytes }

    func continueWork() -> Bool {
        if let (rows, first) = rest {
            goOn(rows, from: first)
            return true
        }
        guard var list else { return false }
        let index = list.index
        guard list.lines.indices.contains(index) else {
            // A list without commands.
            endList()
            send(ReplyText(), closing: "OK")
            return true
        }
        list.index += 1
        self.list = list
        perform(list.lines[index], index: index)
        return true
    }

    func receive(_ line: ByteBuffer) {
        let bytes = input.listBytes
        switch input.take(Array(line.readableBytesView), isIdle: idle.isWaiting) {
        case .nothing: break
        case .close: connection.end()
        case .command(let line):
            group = door.application.makeGroup()
            perform(line, index: 0)
        case .list(let lines, let tellsEach):
            group = door.application.makeGroup()
            list = CommandList(lines: lines, tellsEach: tellsEach)
            listBytes = bytes
        case .endIdle:
            if idle.endWait() { send(ReplyText(), closing: "OK") }
        }
    }

    func refuseLongLine() {}

    func refill() {}

    func finish() {}

    func discard() {
        input = LineInput()
        list = nil
        listBytes = 0
        waiting = nil
        (rest, more) = (nil, nil)
    }

    func connectionEnded() {
        discard()
        door.conversationEnded(number)
    }
}
