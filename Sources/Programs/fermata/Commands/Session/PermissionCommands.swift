import ArgumentParser
import ControlProtocol
import SystemSupport

struct Permission: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show which programs wait for permission to record, and give it or not.",
        discussion: """
            Programs wait where the configuration has session.record = "ask". The answer to
            a request is for the program that has made it, until that program ends. Without
            a request, it is for all programs, until fermatad ends. A program cannot allow
            itself to record, and neither can one that it has started or that has started
            it: answer from another terminal. A program outside of a sandbox may have
            another one answer: "deny" is against that.

            EXAMPLES
              fermata permission
              fermata permission allow 3
              fermata permission deny              no program may record
            """,
        subcommands: [List.self, Allow.self, Deny.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what waits for permission, and show what holds for all programs.")
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(
                Methods.Session.recordPermissionRequests, (),
                text: { permission, requests in
                    PermissionText.list(permission, requests, at: CalendarClock.seconds)
                })
        }
    }

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a program record, or all programs.")
        @OptionGroup var answer: Answer
        @OptionGroup var options: ConnectionOptions
        func run() throws { try answer.give(true, options) }
    }

    struct Deny: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep a program from recording, or all programs.")
        @OptionGroup var answer: Answer
        @OptionGroup var options: ConnectionOptions
        func run() throws { try answer.give(false, options) }
    }

    /// What both answers share.
    struct Answer: ParsableArguments {
        @Argument(
            help: "The number of a request in the list; all programs, without it.", completion: .recordRequest)
        var request: Int64?

        func give(_ isGranted: Bool, _ options: ConnectionOptions) throws(ClientFailure) {
            try options.perform(
                Methods.Session.answerRecordPermission, (isGranted, request),
                text: { session in
                    request == nil ? PermissionText.general(session.recordPermission) : PermissionText.answer(isGranted)
                })
        }
    }
}
