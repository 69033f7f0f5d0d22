package import AudioTypes

/// What is chosen for an output, as filters for sound of a format.
package struct ReadFilters: Sendable {
    /// What runs; `nil` where nothing is to run.
    package let kernel: ListeningKernel?
    /// The number of bands of all channels together.
    package let bandCount: Int
    /// The level before the filters in decibels, of the loudest channel.
    package let level: Double
    /// What of the choice runs, by the names of the protocol, in the order of the sound.
    package let parts: [String]
    /// What of the choice does not run and why, as a sentence; `nil` if all of it does.
    package let problem: String?

    /// Nothing.
    package static let none = ReadFilters(kernel: nil, bandCount: 0, level: 0, parts: [], problem: nil)

    /// What each channel goes through of bands; none where nothing is to run.
    package var cascades: [Cascade] { kernel?.cascades ?? [] }

    /// Whether a choice takes long to compute, or needs a file.
    package static func isSlow(_ choice: OutputFilters.Choice) -> Bool {
        choice.parts.impulse != nil || choice.equalizer?.text.contains("GraphicEQ") ?? false
    }

    /// Whether what is chosen is heard later than it goes in, so that sound is left in it when another output takes its place, or takes
    /// long to compute.
    package static func holdsSound(_ choice: OutputFilters.Choice) -> Bool {
        let parts = choice.parts
        return parts.limiter != nil || parts.isNight || parts.delays.contains { $0 > 0 } || isSlow(choice)
    }

    /// Computes what is chosen. That takes milliseconds, or up to seconds if the choice ``isSlow(_:)``.
    /// - Parameters:
    ///   - hasCrossfeed: whether a crossfeed is heard.
    ///   - impulse: reads the impulse response for a sample rate; without it, or if it throws, there is none.
    package static func of(
        _ choice: OutputFilters.Choice, for format: StreamFormat, hasCrossfeed: Bool = true,
        impulse: ((ImpulsePattern, SampleRate) throws(ImpulseFailure) -> ImpulseResponse)? = nil
    ) throws(EqualizerTextError) -> ReadFilters {
        if choice.isOff { return .none }
        var (plan, pattern) = try ListeningPlan.of(choice, hasCrossfeed: hasCrossfeed)
        var problem: String?
        if let impulse, let pattern {
            do throws(ImpulseFailure) {
                plan.impulse = try impulse(pattern, format.sampleRate)
            } catch {
                problem = error.sentence
            }
        }
        do throws(ImpulseError) {
            return try ReadFilters(plan, for: format, choice, problem)
        } catch {
            // What is too much for one of both may do without the file.
            plan.impulse = nil
            if let rest = try? ReadFilters(plan, for: format, choice, problem ?? error.description) { return rest }
            return ReadFilters(kernel: nil, bandCount: 0, level: 0, parts: [], problem: error.description)
        }
    }

    /// Computes a choice without what takes long, which `problem` explains.
    package static func quick(_ choice: OutputFilters.Choice, for format: StreamFormat, hasCrossfeed: Bool, problem: String)
        -> ReadFilters
    {
        guard var plan = try? ListeningPlan.of(choice, hasCrossfeed: hasCrossfeed).plan else { return .none }
        plan.filters.equalizer = plan.filters.equalizer.withoutCurves
        guard let made = try? ReadFilters(plan, for: format, choice, problem) else { return .none }
        return made
    }

    private init(_ plan: ListeningPlan, for format: StreamFormat, _ choice: OutputFilters.Choice, _ problem: String?)
        throws(ImpulseError)
    {
        let kernel = try ListeningKernel(plan, for: format.channelLayout, at: format.sampleRate)
        self.init(
            kernel: kernel.isNeutral ? nil : kernel, bandCount: plan.filters.equalizer.bandCount, level: kernel.level,
            parts: plan.parts(of: kernel), problem: problem ?? plan.problem(of: kernel))
    }

    private init(kernel: ListeningKernel?, bandCount: Int, level: Double, parts: [String], problem: String?) {
        (self.kernel, self.bandCount, self.level, self.parts, self.problem) = (kernel, bandCount, level, parts, problem)
    }
}

/// Why an impulse response is not there, as a sentence.
package struct ImpulseFailure: Error {
    package let sentence: String

    /// Takes a sentence.
    package init(_ sentence: String) { self.sentence = sentence }
}

extension ListeningPlan {
    /// What is chosen, without the impulse response, and where that is.
    static func of(
        _ choice: OutputFilters.Choice, hasCrossfeed: Bool
    ) throws(EqualizerTextError) -> (plan: ListeningPlan, impulse: ImpulsePattern?) {
        let equalizer = try choice.equalizer.map { chosen throws(EqualizerTextError) in
            try EqualizerReader(Array(chosen.text.utf8)).equalizer
        }
        // Numbers are checked where they come in.
        let parts = try? PlayableParts(choice.parts)
        let filters =
            FilterChain(
                preamp: choice.hasAutomaticLevel ? .automatic : .decibels(0), equalizer: equalizer ?? .flat,
                aids: parts?.aids ?? .none) ?? .flat
        let plan = ListeningPlan(
            filters: filters, crossfeed: hasCrossfeed ? parts?.crossfeed : nil, crossover: parts?.crossover, night: parts?.night,
            limiter: parts?.limiter, attenuatesForLoudness: choice.parts.loudness?.isAttenuating ?? false)
        return (plan, parts?.impulse)
    }

    /// What of it runs in `kernel`, which was made of it, by the names of the protocol, in the order of the sound.
    func parts(of kernel: ListeningKernel) -> [String] {
        let aids = filters.aids
        func mixes(_ aids: ListeningAids?) -> Bool { aids.map { !$0.mixing(for: kernel.layout).isNeutral } ?? false }
        let divides = crossover?.sides.prefix(kernel.layout.count).contains { $0 != .whole } ?? false
        let all: [(String, Bool)] = [
            ("matrix", mixes(ListeningAids(matrix: aids.matrix))), ("mono", mixes(ListeningAids(isMono: aids.isMono))),
            ("swap", mixes(ListeningAids(isSwapped: aids.isSwapped))), ("balance", mixes(ListeningAids(balance: aids.balance))),
            ("crossfeed", kernel.crossfeed != nil), ("loudness", kernel.loudness != nil),
            ("equalizer", !filters.equalizer.isNeutral), ("crossover", divides), ("impulse", impulse != nil),
            ("delays", kernel.delays.contains { $0 > 0 }), ("nightMode", kernel.night != nil), ("limiter", kernel.limiter != nil),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// What of it does not fit the channels of `kernel`, as a sentence.
    func problem(of kernel: ListeningKernel) -> String? {
        let count = kernel.layout.count
        guard let matrix = filters.aids.matrix, matrix.channelCount != count else { return nil }
        return "The matrix is for \(matrix.channelCount) channels, and the sound has \(count)."
    }
}
