import ArgumentParser
import FermataKit
import SystemSupport

struct SnapcastControl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapcast-control",
        abstract: "Let a Snapcast server show and steer the player. The server starts this.",
        usage: "fermata snapcast-control [--socket <path>] [--instance <name>] [--stream <id>] [<argument> ...]",
        discussion: """
            This is a control script of a Snapcast stream: it speaks JSON-RPC on standard
            input and output, and ends with its input. Snapcast 0.26 passes no arguments to
            such a script, so let it start one of two lines:

              #!/bin/sh
              exec fermata snapcast-control "$@"

            and name that script in the source of the stream, in snapserver.conf:

              source = tcp://127.0.0.1:4953/?name=fermata&controlscript=/path/of/it

            The server has to run as the same user as fermatad. What the server passes on
            the command line is not needed.
            """)

    @Option(help: ArgumentHelp("The id of the stream, as the server passes it; not needed.", valueName: "id"))
    var stream: String?
    @Option(
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: "Default: $FERMATA_SOCKET, else $XDG_RUNTIME_DIR/fermata/control.sock.", valueName: "path"),
        completion: .file())
    var socket: String?
    @Option(
        help: ArgumentHelp(
            "The name of one of several daemons.", discussion: "Default: $FERMATA_INSTANCE, else the one without a name.",
            valueName: "name"))
    var instance: InstanceName?
    // Newer servers may pass more.
    @Argument(parsing: .allUnrecognized, help: .hidden) var others: [String] = []

    func run() throws {
        var runner = PluginRunner(path: try SocketPath.resolve(socket, instance: instance))
        runner.run()
    }
}
