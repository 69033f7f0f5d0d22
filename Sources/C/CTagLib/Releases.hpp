// What has changed from one release of TagLib to the next: everything that this code has to tell apart.
#pragma once

#include <taglib/flacfile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/taglib.h>

#if TAGLIB_MAJOR_VERSION >= 2
/// A place in a file, and the beginning of bytes that are replaced.
using FileOffset = TagLib::offset_t;
using FilePlace = TagLib::offset_t;
#else
using FileOffset = long;
using FilePlace = unsigned long;
#endif

/// Opens a FLAC file; the caller owns the result.
inline TagLib::FLAC::File *make_flac_file(
    TagLib::IOStream *stream, bool reads_properties, TagLib::AudioProperties::ReadStyle style) {
#if TAGLIB_MAJOR_VERSION >= 2
    return new TagLib::FLAC::File(stream, reads_properties, style);
#else
    return new TagLib::FLAC::File(stream, TagLib::ID3v2::FrameFactory::instance(), reads_properties, style);
#endif
}
