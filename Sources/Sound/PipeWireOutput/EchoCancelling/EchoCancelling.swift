import AudioSession
import AudioTypes
import CPipeWire
import Logging

/// Keeps PipeWire's canceller of echo loaded while it is wanted: the module `echo-cancel`, in a context of its own, whose data thread
/// cancels the echo beside ours, and only while something is recorded from the module's source. Under the loop's lock.
final class EchoCancelling {
    private let connection: Connection
    private let configuration: OutputConfiguration
    /// The uid of the source, which is another for each daemon of a user.
    private let uid: String
    private let logger: Logger
    private var wanted: EchoCanceller?
    /// Whether the loaded module has to go, although another one may be wanted since: that one is a new one, with a source of its own.
    private var isOver = false
    private var failed: @Sendable (String) -> Void = { _ in }
    private var module: LoadedModule?
    /// What the module was loaded for, with the output that its reference follows now.
    private var loaded: EchoCanceller?

    init(_ connection: Connection, _ configuration: OutputConfiguration, logger: Logger) {
        self.connection = connection
        self.configuration = configuration
        uid = configuration.cancellerUID
        self.logger = logger
    }

    /// Sets what is wanted. The next turn of the loop does it: the module is loaded in the loop's thread, because that takes as long
    /// as reading a library from the disk.
    func set(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void) {
        wanted = canceller
        if canceller == nil { isOver = true }
        self.failed = failed
        connection.wake()
    }

    private func load(_ canceller: EchoCanceller) {
        guard let model = connection.completeGraph?.model else { return }
        guard let microphone = model.source(named: canceller.input) else {
            return fail("there is no input \(canceller.input)")
        }
        let arguments = EchoModuleArguments(
            uid: uid, microphone: microphone.serial,
            name: CleanText.of(microphone.properties["node.description"] ?? microphone.name),
            application: configuration.applicationName, remote: configuration.remote)
        let context: Context
        do throws(OutputError) {
            context = try connection.makeContext(DataThread(), named: "fermata-echo")
        } catch {
            return fail(error.message)
        }
        let made = LoadedModule(
            context, name: EchoModuleArguments.module, arguments: arguments.text,
            ended: { [unowned self] in connection.wake() })
        guard let made else {
            return fail(
                "PipeWire's module \(EchoModuleArguments.module) or its plugin \(EchoModuleArguments.plugin) could not be loaded")
        }
        module = made
        loaded = EchoCanceller(input: canceller.input, output: nil)
        logger.info("the echo is being cancelled", metadata: ["input": "\(canceller.input)"])
    }

    private func unload() {
        isOver = false
        module = nil
        loaded = nil
    }

    private func fail(_ reason: String) {
        unload()
        wanted = nil
        failed(reason)
    }

    /// Sends the stream that takes in what is to be cancelled to the wanted output.
    private func direct(_ canceller: EchoCanceller) {
        guard loaded?.output != canceller.output, let graph = connection.completeGraph,
            let node = graph.model.nodes.values.filter({ $0.name == EchoModuleArguments.referenceName(uid) })
                // The stream of an earlier module may still be there.
                .max(by: { $0.serial < $1.serial })
        else { return }
        graph.setTarget(ofNode: node.id, name: canceller.output)
        loaded = canceller
    }
}

extension EchoCancelling: ConnectionUser {
    func loopTurned() {
        if module?.hasEnded == true { fail("the canceller has ended: its input is gone, or another program has ended it") }
        if isOver { unload() }
        guard let wanted else { return }
        if loaded?.input != wanted.input {
            unload()
            load(wanted)
        }
        if module != nil { direct(wanted) }
    }

    /// Whoever wants a canceller asks again once the server is back.
    func serverEnded() {
        unload()
        wanted = nil
    }
}

extension OutputConfiguration {
    /// The uid of the source that the canceller of this daemon makes.
    var cancellerUID: String { nodeName.map(EchoCanceller.uid(of:)) ?? EchoCanceller.uid }
}
