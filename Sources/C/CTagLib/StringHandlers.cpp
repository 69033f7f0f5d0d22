#include "StringHandlers.hpp"
#include "CTagLib.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>

namespace {

/// Makes UTF-8 of texts; null until somebody has set it.
std::atomic<size_t (*)(const char *, size_t, char *)> decoder = nullptr;

TagLib::String decode(const TagLib::ByteVector &data) {
    const char *start = data.data();
    const size_t count = strnlen(start, data.size());
    const auto known = decoder.load();
    const bool is_ascii = std::all_of(start, start + count, [](char byte) { return static_cast<signed char>(byte) >= 0; });
    if (is_ascii || !known) return TagLib::String(std::string(start, count), TagLib::String::Latin1);
    std::string text(3 * count, ' ');
    text.resize(known(start, count, text.data()));
    return TagLib::String(text, TagLib::String::UTF8);
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

void fermata_tags_set_decoder(size_t (*decode)(const char *, size_t, char *)) { decoder = decode; }
