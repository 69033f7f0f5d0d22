import ArgumentParser
import AudioTypes
import ControlProtocol
import FermataKit
import Glibc

struct ListeningCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listening",
        abstract: "Show and choose what else the sound of an output goes through.",
        usage: """
            fermata listening [<output>]
            fermata listening <output> <part> <value> ...
            """,
        discussion: """
            Without a part, fermata shows what is chosen and what is in force. An output
            is named as with 'fermata equalizer'; what is not named stays as it is.

            impulse <file>|off        a room or a correction as a WAV file; %r in its name
                                      stands for the sample rate
            limiter <dB>|on|off       no sample is louder; on is -1
            night on|off              quiet sound louder, loud sound quieter
            mono on|off, swap on|off  all channels alike; left and right exchanged
            balance <dB>              lowers left (above 0) or right (below 0)
            crossfeed on|off|<Hz> <dB>  each ear hears the other side, too, on headphones
            loudness <dB>|off         more bass and treble below this volume
            delays <ms> ...|off       each channel comes later by so much
            matrix <factor> ...|off   which channel goes where, row by row
            crossover <Hz> <side> ...|off  low, high or whole for each channel

            'fermata equalizer <output> reset' takes everything back.

            EXAMPLES
              fermata listening
              fermata listening alsa_output.usb-dac crossfeed on
              fermata listening alsa_output.usb-dac impulse "room-%r.wav"
              fermata listening default limiter -1
              fermata listening default balance -2
            """)

    @Argument(help: "An output, a pattern for outputs, or default.", completion: .output) var output: String?
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("What to change, and to what.", valueName: "part"),
        completion: .list(ListeningPart.names))
    var words: [String] = []
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if !words.isEmpty { _ = try order() }
    }

    func run() throws {
        guard words.isEmpty else {
            try options.perform(Methods.Output.setFilters, try order(), text: { _ in "" })
            return
        }
        let connection = try options.connect()
        let shown = output
        try options.perform(Methods.Output.filters, shown, on: connection) { ListeningText.all($0, shown: shown) }
    }

    private func order() throws -> Wire.FilterOrder {
        var order = Wire.FilterOrder(output: output ?? OutputFilters.anyOutput)
        try ListeningPart.read(words, into: &order)
        return order
    }
}

/// The words after `fermata listening OUTPUT`.
enum ListeningPart {
    /// The parts that there are.
    static let names = [
        "impulse", "limiter", "night", "mono", "swap", "balance", "crossfeed", "loudness", "delays", "matrix", "crossover",
    ]

    /// Reads the part and its value.
    static func read(_ words: [String], into order: inout Wire.FilterOrder) throws(ValidationError) {
        let (part, values) = (words[0], Array(words.dropFirst()))
        guard names.contains(part) else {
            throw ValidationError("\"\(Terminal.harmless(part))\" is no part: there are \(names.joined(separator: ", "))")
        }
        guard let first = values.first else { throw ValidationError("\(part) needs a value") }
        let isOff = values == ["off"]
        switch part {
        case "impulse": order.impulse = .some(isOff ? nil : try path(single(part, values)))
        case "limiter": order.limiter = .some(isOff ? nil : values == ["on"] ? -1 : try number(part, single(part, values)))
        case "night": order.nightMode = try flag(part, values)
        case "mono": order.mono = try flag(part, values)
        case "swap": order.swap = try flag(part, values)
        case "balance": order.balance = isOff ? 0 : try number(part, single(part, values))
        case "crossfeed":
            if isOff || values == ["on"] {
                order.crossfeed = .some(isOff ? nil : Wire.Crossfeed())
            } else {
                let numbers = try numbers(part, values)
                guard numbers.count == 2 else {
                    throw ValidationError("crossfeed is on, off, or a cutoff in hertz and a feed in dB")
                }
                order.crossfeed = Wire.Crossfeed(cutoff: numbers[0], feed: numbers[1])
            }
        case "loudness":
            order.loudness = .some(isOff ? nil : Wire.LoudnessAid(reference: try number(part, single(part, values))))
        case "delays": order.delays = isOff ? [] : try numbers(part, values)
        case "matrix": order.matrix = isOff ? [] : try numbers(part, values)
        default:
            if isOff {
                order.crossover = .some(nil)
            } else {
                order.crossover = Wire.Crossover(frequency: try number(part, first), sides: Array(values.dropFirst()))
            }
        }
    }

    private static func single(_ part: String, _ values: [String]) throws(ValidationError) -> String {
        guard values.count == 1 else { throw ValidationError("\(part) takes one value") }
        return values[0]
    }

    private static func flag(_ part: String, _ values: [String]) throws(ValidationError) -> Bool {
        guard values == ["on"] || values == ["off"] else { throw ValidationError("\(part) is on or off") }
        return values == ["on"]
    }

    private static func number(_ part: String, _ word: String) throws(ValidationError) -> Double {
        guard let number = Double(word), number.isFinite else {
            throw ValidationError("\"\(Terminal.harmless(word))\" is no number for \(part)")
        }
        return number
    }

    private static func numbers(_ part: String, _ words: [String]) throws(ValidationError) -> [Double] {
        var numbers: [Double] = []
        for word in words { numbers.append(try number(part, word)) }
        return numbers
    }

    /// The absolute path of a file that may be named from where the person is.
    private static func path(_ word: String) throws(ValidationError) -> String {
        if word.hasPrefix("/") { return word }
        guard let here = getcwd(nil, 0) else { throw ValidationError("this directory has no path: give an absolute one") }
        defer { free(here) }
        // In what the person has not written, a percent sign stands for itself.
        let directory = String(cString: here).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        return directory + "/" + word
    }
}
