#include "StringHandlers.hpp"

#include <cstring>
#include <mutex>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>

namespace {

/// The characters of Windows-1252 from 0x80 on, where Latin-1 has controls; codes that it leaves undefined are the controls.
constexpr wchar_t windows_specials[] = {
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
};

/// Whether bytes are UTF-8 as the standard has it: no overlong forms, no halves of UTF-16 pairs.
bool is_utf8(const unsigned char *bytes, size_t count) {
    for (size_t place = 0; place < count;) {
        const unsigned char first = bytes[place];
        const size_t size = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3
            : first >= 0xF0 && first < 0xF5 ? 4 : 0;
        if (size == 0 || place + size > count) return false;
        for (size_t next = 1; next < size; next++) {
            if ((bytes[place + next] & 0xC0) != 0x80) return false;
        }
        if (size > 2) {
            const unsigned char second = bytes[place + 1];
            if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90)
                || (first == 0xF4 && second > 0x8F)) return false;
        }
        place += size;
    }
    return true;
}

TagLib::String decode(const TagLib::ByteVector &data) {
    const char *start = data.data();
    const size_t count = strnlen(start, data.size());
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(start);
    if (is_utf8(bytes, count)) return TagLib::String(std::string(start, count), TagLib::String::UTF8);
    std::wstring text(count, L' ');
    for (size_t place = 0; place < count; place++) {
        const unsigned char byte = bytes[place];
        text[place] = byte >= 0x80 && byte <= 0x9F ? windows_specials[byte - 0x80] : byte;
    }
    return TagLib::String(text);
}

class Latin1Handler final : public TagLib::ID3v2::Latin1StringHandler {
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decode(data); }
};

class Version1Handler final : public TagLib::ID3v1::StringHandler {
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decode(data).stripWhiteSpace(); }
};

class InfoHandler final : public TagLib::RIFF::Info::StringHandler {
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decode(data); }
};

std::once_flag once;

}  // namespace

void install_string_handlers() {
    std::call_once(once, [] {
        // TagLib keeps the addresses until the process ends.
        static const Latin1Handler latin1;
        static const Version1Handler version1;
        static const InfoHandler info;
        TagLib::ID3v2::Tag::setLatin1StringHandler(&latin1);
        TagLib::ID3v1::Tag::setStringHandler(&version1);
        TagLib::RIFF::Info::Tag::setStringHandler(&info);
    });
}
