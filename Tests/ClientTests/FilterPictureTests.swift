import ControlProtocol
import Testing

@testable import fermata

@Suite("The picture of an equaliser")
struct FilterPictureTests {
    private func curve(_ left: [Double], right: [Double] = []) -> Wire.FilterCurve {
        let frequencies = left.indices.map { 20.0 * Double($0 + 1) }
        return Wire.FilterCurve(rule: "default", frequencies: frequencies, left: left, right: right, level: -3, bands: 2)
    }

    @Test("has 0 and all of the curve between its edges, in steps of six decibels, however odd the numbers are")
    func range() {
        #expect(FilterPicture.range(of: curve([0, 0])) == 0...12)
        #expect(FilterPicture.range(of: curve([-7, 2])) == -12...6)
        #expect(FilterPicture.range(of: curve([.nan, -.infinity, 1_000])) == 0...120)
        #expect(FilterPicture.range(of: curve([])) == 0...12)
    }

    @Test("is as wide as the terminal and fills what lies below the curve", arguments: [10, 40, 80, 500])
    func blocks(columns: Int) {
        let lines = FilterPicture.blocks(of: curve([-12, 0]), columns: columns)
        let width = min(120, max(24, columns - 11))
        #expect(lines.count == 13)
        #expect(lines.dropLast().allSatisfy { $0.count == 7 + width })
        #expect(lines[0].last == "█" && lines[0].dropFirst(7).first == " ", "\(lines[0])")
        #expect(lines[0].hasPrefix("    0 │") && lines[3].hasPrefix("   -3 │"))
        #expect(lines[12].hasSuffix("k Hz") && lines.allSatisfy { $0.count < max(columns, 35) }, "\(lines[12])")
        #expect(FilterPicture.blocks(of: curve([0], right: [1]), columns: columns).count == 27)
    }

    @Test("can be a file, in which a name from outside is text")
    func svg() {
        let text = FilterPicture.svg(of: curve([-12, 0], right: [0, -12]), title: "<script>&")
        #expect(text.contains("&lt;script&gt;&amp;") && !text.contains("<script"))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("<polyline") } == 2)
        #expect(text.hasSuffix("</svg>\n"))
    }

    @Test("stands below what is chosen and what is in force")
    func words() {
        let filters = Wire.OutputFilters(
            choices: [
                Wire.FilterChoice(output: "hp", equalizer: "Filter 1: x\nFilter 2: y\n", automaticLevel: false, configured: true),
                Wire.FilterChoice(output: "tv*", equalizer: "off", automaticLevel: true, configured: false),
            ],
            active: [
                Wire.ActiveFilters(output: "hp", rule: "hp", bands: 2, level: -3.04, clippedSamples: 7, bypassed: "dsd")
            ], curve: nil)
        #expect(
            FilterText.all(filters, shown: nil, columns: 80) == """
                hp: 2 bands, level as in the file (configuration)
                tv*: off
                playing: hp, 2 bands, level -3.0 dB, not heard: DSD is given to the output as it is, 7 samples beyond full scale
                """)
    }

    @Test("is told with its points where it has no bands, and drawn without a level, too")
    func points() {
        let graphic = Wire.FilterChoice(
            output: "h*", equalizer: "GraphicEQ: 25 -3;40 -2;1000 4\n", automaticLevel: true, configured: false)
        let active = Wire.ActiveFilters(
            output: "hp", rule: "h*", bands: 0, level: 0, clippedSamples: 0, bypassed: nil, parts: ["equalizer"])
        let curve = Wire.FilterCurve(rule: "h*", frequencies: [20, 20_000], left: [-3, 4], right: [], level: 0, bands: 0)
        let text = FilterText.all(
            Wire.OutputFilters(choices: [graphic], active: [active], curve: curve), shown: "hp", columns: 80)
        #expect(
            text.hasPrefix(
                """
                h*: a curve of 3 points
                playing: hp, a curve of 3 points, level 0.0 dB

                hp: a curve of 3 points, level 0.0 dB, chosen for h*

                """))
        #expect(text.contains("█"))
    }

    @Test("is not drawn where no equaliser is in force")
    func flat() {
        func text(_ rule: String?) -> String {
            let curve = Wire.FilterCurve(rule: rule, frequencies: [20, 20_000], left: [0, 0], right: [], level: 0, bands: 0)
            let active = Wire.ActiveFilters(output: "hp", rule: rule, bands: 0, level: 0, clippedSamples: 0, bypassed: nil)
            return FilterText.all(Wire.OutputFilters(choices: [], active: [active], curve: curve), shown: "hp", columns: 80)
        }
        #expect(text(nil) == "no equaliser is chosen\n\nhp: no equaliser")
        #expect(text("h*") == "no equaliser is chosen\n\nhp: no equaliser, chosen for h*")
    }

    @Test("comes of a text in UTF-8, Windows-1252 or UTF-16")
    func decoded() {
        #expect(EqualizerFile.decoded(Array("Preamp: -6 dB".utf8)) == "Preamp: -6 dB")
        #expect(EqualizerFile.decoded([0xFF, 0xFE, 0x50, 0, 0x3A, 0]) == "P:")
        #expect(EqualizerFile.decoded([0xFE, 0xFF, 0, 0x50, 0]) == "P")
        #expect(EqualizerFile.decoded([0x23, 0xFC]) == "#ü")
    }
}
