#include "CTagLib.h"

#include "DescriptorStream.hpp"
#include "StringHandlers.hpp"

#include <algorithm>
#include <string>
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asfpicture.h>
#include <taglib/asftag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mp4tag.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>
#include <vector>

namespace {

struct Picture {
    int kind;
    std::string type;
    /// Shares its bytes with the tag.
    TagLib::ByteVector data;
};

/// The kind of a picture that says of itself only that it is a picture, and of the front of the album, as ID3 numbers them.
constexpr int other_kind = 0, front_kind = 3, back_kind = 4;

/// Collects what the tags of one file hold, in the order in which the tags count.
class Collector {
  public:
    std::vector<Picture> pictures;

    explicit Collector(const fermata_tags_receiver *receiver) : receiver_(receiver) {}

    void add(TagLib::ID3v2::Tag *tag) {
        if (!tag) return;
        add_properties(tag);
        for (TagLib::ID3v2::Frame *frame : tag->frameList("APIC")) {
            const auto *picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
            if (picture) add_picture(picture->type(), picture->mimeType(), picture->picture());
        }
    }

    void add(TagLib::ID3v1::Tag *tag) {
        if (tag) add_properties(tag);
    }

    void add(TagLib::RIFF::Info::Tag *tag) {
        if (tag) add_properties(tag);
    }

    void add(TagLib::Ogg::XiphComment *tag) {
        if (!tag) return;
        add_properties(tag);
        add(tag->pictureList());
    }

    void add(const TagLib::List<TagLib::FLAC::Picture *> &list) {
        for (const TagLib::FLAC::Picture *picture : list) {
            add_picture(picture->type(), picture->mimeType(), picture->data());
        }
    }

    void add(TagLib::APE::Tag *tag) {
        if (!tag) return;
        add_properties(tag);
        add_picture(tag, "COVER ART (FRONT)", front_kind);
        add_picture(tag, "COVER ART (BACK)", back_kind);
    }

    void add(TagLib::MP4::Tag *tag) {
        if (!tag) return;
        const TagLib::PropertyMap known = add_properties(tag);
        // Names that programs invent, as replaygain_track_gain: TagLib's map leaves them out.
        for (const TagLib::String &name : known.unsupportedData()) {
            if (!name.startsWith("----:")) continue;
            add_text(name.substr(static_cast<unsigned int>(name.rfind(":") + 1)), tag->item(name).toStringList());
        }
        next_block();
        if (!tag->contains("covr")) return;
        for (const TagLib::MP4::CoverArt &cover : tag->item("covr").toCoverArtList()) {
            const bool is_png = cover.format() == TagLib::MP4::CoverArt::PNG;
            // The first picture is the front; the container does not say more.
            add_picture(pictures.empty() ? front_kind : other_kind, is_png ? "image/png" : "image/jpeg", cover.data());
        }
    }

    void add(TagLib::ASF::Tag *tag) {
        if (!tag) return;
        const TagLib::PropertyMap properties = tag->properties();
        for (const auto &entry : properties) add_text(entry.first, entry.second);
        // The content description has room for one value of each; the others are attributes of that name.
        constexpr const char *several[][2] = {
            {"Title", "TITLE"}, {"Author", "ARTIST"}, {"Copyright", "COPYRIGHT"}, {"Description", "COMMENT"}};
        for (const auto &[name, property] : several) {
            for (const TagLib::ASF::Attribute &attribute : tag->attribute(name)) {
                if (attribute.type() == TagLib::ASF::Attribute::UnicodeType) add_text(property, attribute.toString());
            }
        }
        next_block();
        for (const auto &entry : tag->attributeListMap()) {
            for (const TagLib::ASF::Attribute &attribute : entry.second) {
                if (entry.first == "WM/Picture") {
                    const TagLib::ASF::Picture picture = attribute.toPicture();
                    if (picture.isValid()) add_picture(picture.type(), picture.mimeType(), picture.picture());
                } else if (attribute.type() == TagLib::ASF::Attribute::UnicodeType) {
                    // Names that TagLib's map leaves out; those that it has are in a block that counts more.
                    add_text(entry.first, TagLib::StringList(attribute.toString()));
                }
            }
        }
        next_block();
    }

    /// Adds what AIFF says in chunks of text, which TagLib does not read. Each text is cut at the size of one read.
    void add_chunks(TagLib::RIFF::AIFF::File *file) {
        constexpr const char *names[][2] = {{"NAME", "TITLE"}, {"AUTH", "ARTIST"}, {"(c) ", "COPYRIGHT"}, {"ANNO", "COMMENT"}};
        constexpr int chunk_limit = 1'000, text_limit = 16;
        constexpr unsigned int head_size = 8, read_size = 1 << 10;
        long place = 12;
        for (int chunks = 0, texts = 0; chunks < chunk_limit && texts < text_limit; chunks += 1) {
            file->seek(place);
            // Always as much, and with the head: a read of the size of some text could look like one of TagLib's.
            const TagLib::ByteVector chunk = file->readBlock(read_size);
            if (chunk.size() < head_size) break;
            const unsigned int size = chunk.toUInt(4, true);
            for (const auto &[name, property] : names) {
                if (!chunk.startsWith(name)) continue;
                const TagLib::ByteVector text = chunk.mid(head_size, size);
                const int end = text.find('\0');
                add_bytes(property, text.data(), end < 0 ? text.size() : static_cast<size_t>(end));
                texts += 1;
            }
            // Chunks begin at even places.
            place += static_cast<long>(head_size) + size + (size & 1);
        }
        next_block();
    }

  private:
    /// Adds a block of tags with its properties, and returns these.
    template <typename Tag>
    TagLib::PropertyMap add_properties(Tag *tag) {
        const TagLib::PropertyMap properties = tag->properties();
        for (const auto &entry : properties) add_text(entry.first, entry.second);
        next_block();
        return properties;
    }

    void next_block() { block_ += 1; }

    void add_text(const TagLib::String &name, const TagLib::StringList &values) {
        if (!receiver_) return;
        const std::string key = name.to8Bit(true);
        for (const TagLib::String &value : values) {
            const std::string text = value.to8Bit(true);
            receiver_->text(receiver_->context, block_, key.data(), key.size(), text.data(), text.size());
        }
    }

    /// Adds a text whose encoding is not known.
    void add_bytes(const std::string &key, const char *bytes, size_t size) {
        if (receiver_) receiver_->text(receiver_->context, block_, key.data(), key.size(), bytes, size);
    }

    void add_picture(int kind, const TagLib::String &type, const TagLib::ByteVector &data) {
        if (!data.isEmpty()) pictures.push_back({kind, type.to8Bit(true), data});
    }

    /// Adds a picture of an APE tag: the name of a file, a zero, and the bytes.
    void add_picture(TagLib::APE::Tag *tag, const char *name, int kind) {
        const TagLib::APE::ItemListMap &items = tag->itemListMap();
        const auto found = items.find(name);
        if (found == items.end()) return;
        const TagLib::ByteVector data = found->second.binaryData();
        const int end = data.find('\0');
        if (end >= 0) add_picture(kind, "", data.mid(static_cast<unsigned int>(end) + 1));
    }

    const fermata_tags_receiver *receiver_;
    int32_t block_ = 0;
};

/// Adds the tags of `file`, and returns whether it is of a kind whose tags are read here: releases know different kinds. Version 1 of ID3, with
/// its cut texts, counts last everywhere.
bool add_tags(Collector &collector, TagLib::File *file) {
    if (auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(file)) {
        collector.add(mpeg->ID3v2Tag());
        collector.add(mpeg->APETag());
        collector.add(mpeg->ID3v1Tag());
    } else if (auto *flac = dynamic_cast<TagLib::FLAC::File *>(file)) {
        collector.add(flac->xiphComment());
        collector.add(flac->pictureList());
        collector.add(flac->ID3v2Tag());
        collector.add(flac->ID3v1Tag());
    } else if (auto *vorbis = dynamic_cast<TagLib::Ogg::Vorbis::File *>(file)) {
        collector.add(vorbis->tag());
    } else if (auto *opus = dynamic_cast<TagLib::Ogg::Opus::File *>(file)) {
        collector.add(opus->tag());
    } else if (auto *speex = dynamic_cast<TagLib::Ogg::Speex::File *>(file)) {
        collector.add(speex->tag());
    } else if (auto *ogg_flac = dynamic_cast<TagLib::Ogg::FLAC::File *>(file)) {
        collector.add(ogg_flac->tag());
    } else if (auto *mp4 = dynamic_cast<TagLib::MP4::File *>(file)) {
        collector.add(mp4->tag());
    } else if (auto *asf = dynamic_cast<TagLib::ASF::File *>(file)) {
        collector.add(asf->tag());
    } else if (auto *wave = dynamic_cast<TagLib::RIFF::WAV::File *>(file)) {
        collector.add(wave->ID3v2Tag());
        collector.add(wave->InfoTag());
    } else if (auto *aiff = dynamic_cast<TagLib::RIFF::AIFF::File *>(file)) {
        collector.add(aiff->tag());
        collector.add_chunks(aiff);
    } else if (auto *monkey = dynamic_cast<TagLib::APE::File *>(file)) {
        collector.add(monkey->APETag());
        collector.add(monkey->ID3v1Tag());
    } else if (auto *musepack = dynamic_cast<TagLib::MPC::File *>(file)) {
        collector.add(musepack->APETag());
        collector.add(musepack->ID3v1Tag());
    } else if (auto *wavpack = dynamic_cast<TagLib::WavPack::File *>(file)) {
        collector.add(wavpack->APETag());
        collector.add(wavpack->ID3v1Tag());
    } else if (auto *true_audio = dynamic_cast<TagLib::TrueAudio::File *>(file)) {
        collector.add(true_audio->ID3v2Tag());
        collector.add(true_audio->ID3v1Tag());
    } else {
        return false;
    }
    // The front comes first, whatever the order in the file.
    std::stable_sort(collector.pictures.begin(), collector.pictures.end(), [](const Picture &left, const Picture &right) {
        return (left.kind == front_kind) > (right.kind == front_kind);
    });
    return true;
}

/// Opens the file behind `stream`, by its content if possible: a suffix may be wrong.
TagLib::FileRef open_file(DescriptorStream &stream, bool reads_properties) {
    const auto style = TagLib::AudioProperties::Fast;
    const TagLib::ByteVector beginning = stream.readBlock(4);
    stream.seek(0);
    // Matroska, which TagLib does not know: it would find the FLAC or the MP3 that is inside, without any tag.
    if (beginning == TagLib::ByteVector("\x1A\x45\xDF\xA3", 4)) return TagLib::FileRef();
    // TagLib would look for an MP3 in it first.
    if (beginning == TagLib::ByteVector("fLaC")) {
        stream.is_flac = true;
        return TagLib::FileRef(make_flac_file(&stream, reads_properties, style));
    }
    TagLib::FileRef file(&stream, reads_properties, style);
    if (!file.isNull()) return file;
    stream.shows_name = true;
    stream.seek(0);
    return TagLib::FileRef(&stream, reads_properties, style);
}

}  // namespace

fermata_tags_result fermata_tags_read(
    int descriptor, const char *name, const fermata_tags_receiver *receiver, fermata_sound_properties *properties) {
    try {
        install_string_handlers();
        DescriptorStream stream(descriptor, name);
        const TagLib::FileRef file = open_file(stream, true);
        if (file.isNull() || !file.file()->isValid()) return fermata_tags_unsupported;
        if (const TagLib::AudioProperties *sound = file.audioProperties()) {
            properties->milliseconds = sound->lengthInMilliseconds();
            properties->bit_rate = sound->bitrate();
            properties->sample_rate = sound->sampleRate();
            properties->channels = sound->channels();
        }
        properties->is_opus = dynamic_cast<TagLib::Ogg::Opus::File *>(file.file()) ? 1 : 0;
        Collector collector(receiver);
        if (!add_tags(collector, file.file())) return fermata_tags_unsupported;
        properties->leaves_out = stream.leaves_out() ? 1 : 0;
        uint32_t index = 0;
        for (const Picture &picture : collector.pictures) {
            receiver->picture(
                receiver->context, index, picture.kind, picture.type.data(), picture.type.size(), picture.data.size());
            index += 1;
        }
        return fermata_tags_read_whole;
    } catch (...) {
        return fermata_tags_failed;
    }
}

fermata_tags_result fermata_tags_picture(
    int descriptor, const char *name, uint32_t index, void *context,
    void (*data)(void *context, const char *bytes, size_t size)) {
    try {
        install_string_handlers();
        DescriptorStream stream(descriptor, name);
        const TagLib::FileRef file = open_file(stream, false);
        if (file.isNull() || !file.file()->isValid()) return fermata_tags_unsupported;
        Collector collector(nullptr);
        if (!add_tags(collector, file.file())) return fermata_tags_unsupported;
        if (index < collector.pictures.size()) {
            const TagLib::ByteVector &bytes = collector.pictures[index].data;
            data(context, bytes.data(), bytes.size());
        }
        return fermata_tags_read_whole;
    } catch (...) {
        return fermata_tags_failed;
    }
}
