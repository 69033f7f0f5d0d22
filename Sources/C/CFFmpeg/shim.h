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
