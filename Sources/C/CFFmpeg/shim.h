// FFmpeg's headers, and the macros of theirs that Swift cannot import.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/base64.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/opt.h>
#include <libavutil/replaygain.h>
#include <libavutil/sha.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>

// Error values are built by a function-like macro out of four characters.
static inline int fermata_averror_eof(void) { return AVERROR_EOF; }
static inline int fermata_averror_exit(void) { return AVERROR_EXIT; }
static inline int fermata_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int fermata_averror_decoder_not_found(void) { return AVERROR_DECODER_NOT_FOUND; }
static inline int fermata_averror_patch_welcome(void) { return AVERROR_PATCHWELCOME; }

// "No timestamp": a cast of an unsigned constant.
static inline int64_t fermata_no_timestamp(void) { return AV_NOPTS_VALUE; }

// What a stream has beside its packets. It has moved from the stream to the parameters of its codec.
static inline const uint8_t *fermata_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVPacketSideData *found = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = found ? found->size : 0;
    return found ? found->data : NULL;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

// A context that writes. What is written has become constant; nobody ever changed it.
typedef int (*fermata_write_function)(void *opaque, const uint8_t *bytes, int count);
static inline AVIOContext *fermata_alloc_writer(
    unsigned char *buffer, int size, void *opaque, fermata_write_function write, int64_t (*seek)(void *, int64_t, int)) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    return avio_alloc_context(buffer, size, 1, opaque, NULL, write, seek);
#else
    return avio_alloc_context(buffer, size, 1, opaque, NULL, (int (*)(void *, uint8_t *, int))write, seek);
#endif
}
