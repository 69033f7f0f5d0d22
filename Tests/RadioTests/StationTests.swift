import JSON
import Testing

@testable import Radio

@Suite("A station of the directory")
struct StationTests {
    private func station(_ more: String) throws -> Station? {
        Station(
            try JSONValue(
                parsing: Array(
                    #"{"stationuuid":"960e57c5-0601-11e8-ae97-52543be04c81","url":"http://a.example/"\#(more)}"#.utf8)))
    }

    @Test("has numbers that can be, and says whether it comes in segments")
    func numbers() throws {
        let odd = try #require(try station(#","votes":-5,"clickcount":1099511627776,"hls":1,"bitrate":-1"#))
        #expect(odd.votes == 0 && odd.clicks == Int(Int32.max) && odd.isSegmented && odd.bitRate == nil)
    }

    @Test("has tags without what else is in the list, however long that is")
    func tags() throws {
        let many = [String](repeating: "jazz", count: 40).joined(separator: ",")
        let tags = try #require(try station(#","tags":"\#(many)""#)).tags
        #expect(tags == Array(repeating: "jazz", count: 16))
    }

    @Test("has no address that is too long once it is escaped")
    func longAddress() throws {
        let long = "http://a.example/" + String(repeating: #"\u0001"#, count: 1_000) + "x"
        let found = try #require(try station(#","homepage":"\#(long)","favicon":"http://a.example/\u0001x""#))
        #expect(found.homepage == nil && found.logo == "http://a.example/%01x")
    }

    @Test("is of a country of two letters, as are the countries that are listed")
    func countries() throws {
        func code(_ text: String) throws -> String? {
            StationName(try JSONValue(parsing: Array(#"{"name":"G","stationcount":1,"iso_3166_1":"\#(text)"}"#.utf8)))?.code
        }
        #expect(try code("de") == "DE" && code("DEU") == nil && code("D1") == nil)
        #expect(try station(#","countrycode":"DEU""#)?.country == nil)
    }
}

@Suite("A search for stations")
struct StationSearchTests {
    @Test(
        "asks for the best first, and for names from the first letter on",
        arguments: [
            (.votes, "order=votes&reverse=true&"), (.clicks, "order=clickcount&reverse=true&"),
            (.bitrate, "order=bitrate&reverse=true&"), (.name, "order=name&offset"), (.random, "order=random&offset"),
        ] as [(StationSearch.Order, String)])
    func order(_ order: StationSearch.Order, _ words: String) {
        var search = StationSearch()
        search.order = order
        #expect(search.target.contains(words), "\(search.target)")
    }

    @Test("asks for a place and a number that can be")
    func bounds() {
        for (offset, limit, words) in [(-3, 0, "offset=0&limit=1&"), (7, 1_000, "offset=7&limit=100&")] {
            var search = StationSearch()
            (search.offset, search.limit) = (offset, limit)
            #expect(search.target.contains(words), "\(search.target)")
        }
    }

    @Test("takes two letters for the code of a country, and all else for a part of its name")
    func country() {
        for (country, words) in [("de", "countrycode=DE&"), ("Deutschland", "country=Deutschland&"), ("d1", "country=d1&")] {
            var search = StationSearch()
            search.country = country
            #expect(search.target.contains("?\(words)"), "\(search.target)")
        }
    }
}
