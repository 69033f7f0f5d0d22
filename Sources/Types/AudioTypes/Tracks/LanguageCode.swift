/// A language, whichever of its codes names it: `de`, `deu`, `ger` and `de-AT` are one language.
public struct LanguageCode: Hashable, Sendable {
    /// The code of ISO 639-1 if the language has one, else the given one of ISO 639-2 or 639-3; in lower case.
    public let code: String

    /// Makes a language from a code of ISO 639 or a tag of BCP 47, in any case. What a tag says of regions and scripts does not count.
    /// `nil` if there are no two or three letters in front, and for codes that say that nobody knows the language, that there are
    /// several, or that there is none.
    public init?(_ text: String) {
        let letters = text.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard (2...3).contains(letters.utf8.count), letters.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            !["und", "mul", "mis", "zxx"].contains(letters)
        else { return nil }
        code = Self.short[letters] ?? letters
    }

    /// The codes of ISO 639-1 by those of ISO 639-2 and by withdrawn ones.
    private static let short: [String: String] = {
        var codes: [String: String] = [:]
        for entry in table.split(separator: " ") {
            let words = entry.split(separator: "/").map(String.init)
            for longer in words.dropFirst() { codes[longer] = words[0] }
        }
        return codes
    }()

    private static let table = """
        aa/aar ab/abk ae/ave af/afr ak/aka am/amh an/arg ar/ara as/asm av/ava ay/aym az/aze ba/bak be/bel bg/bul bi/bis bm/bam bn/ben \
        bo/bod/tib br/bre bs/bos ca/cat ce/che ch/cha co/cos cr/cre cs/ces/cze cu/chu cv/chv cy/cym/wel da/dan de/deu/ger dv/div \
        dz/dzo ee/ewe el/ell/gre en/eng eo/epo es/spa et/est eu/eus/baq fa/fas/per ff/ful fi/fin fj/fij fo/fao fr/fra/fre fy/fry \
        ga/gle gd/gla gl/glg gn/grn gu/guj gv/glv ha/hau he/heb/iw hi/hin ho/hmo hr/hrv/scr ht/hat hu/hun hy/hye/arm hz/her ia/ina \
        id/ind/in ie/ile ig/ibo ii/iii ik/ipk io/ido is/isl/ice it/ita iu/iku ja/jpn jv/jav/jw ka/kat/geo kg/kon ki/kik kj/kua kk/kaz \
        kl/kal km/khm kn/kan ko/kor kr/kau ks/kas ku/kur kv/kom kw/cor ky/kir la/lat lb/ltz lg/lug li/lim ln/lin lo/lao lt/lit lu/lub \
        lv/lav mg/mlg mh/mah mi/mri/mao mk/mkd/mac ml/mal mn/mon mr/mar ms/msa/may mt/mlt my/mya/bur na/nau nb/nob nd/nde ne/nep \
        ng/ndo nl/nld/dut nn/nno no/nor nr/nbl nv/nav ny/nya oc/oci oj/oji om/orm or/ori os/oss pa/pan pi/pli pl/pol ps/pus pt/por \
        qu/que rm/roh rn/run ro/ron/rum/mo/mol ru/rus rw/kin sa/san sc/srd sd/snd se/sme sg/sag si/sin sk/slk/slo sl/slv sm/smo sn/sna \
        so/som sq/sqi/alb sr/srp/scc ss/ssw st/sot su/sun sv/swe sw/swa ta/tam te/tel tg/tgk th/tha ti/tir tk/tuk tl/tgl tn/tsn to/ton \
        tr/tur ts/tso tt/tat tw/twi ty/tah ug/uig uk/ukr ur/urd uz/uzb ve/ven vi/vie vo/vol wa/wln wo/wol xh/xho yi/yid/ji yo/yor \
        za/zha zh/zho/chi zu/zul
        """
}
