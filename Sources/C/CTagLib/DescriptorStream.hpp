// A file for TagLib to read, behind a descriptor that somebody else has opened and will close.
#pragma once

#include "OggHeaders.hpp"
#include "Releases.hpp"
#include "TagBounds.hpp"

#include <cstdint>
#include <taglib/tbytevector.h>
#include <taglib/tiostream.h>

/// Reads a descriptor with `pread`, so that its own position does not matter, and within limits: a file may cost neither all memory nor
/// hours, whatever it states, and parts within parts within parts not the stack, which no error is thrown for. Behind a limit, the file ends.
/// What would write does nothing.
///
/// TagLib makes far more of some bytes than it reads, and all that it reads comes from here: blocks of tags are recognised by how TagLib reads
/// them, and changed so that what it makes of them has a bound (`TagBounds.hpp`). Of several files with large tags one is read at a time, and four of those
/// whose tags are not small: there are two threads that scan, and one for each client's request.
class DescriptorStream final : public TagLib::IOStream {
  public:
    DescriptorStream(int descriptor, const char *name);
    ~DescriptorStream() override;

    /// Whether the name is shown to TagLib, which then goes by the suffix.
    bool shows_name = false;

    /// Whether TagLib reads the file as FLAC without anything in front.
    bool is_flac = false;

    /// Whether TagLib has not got all tags of the file.
    bool leaves_out() const { return allowance_.leaves_out; }

    TagLib::FileName name() const override;
    TagLib::ByteVector readBlock(size_t length) override;
    void seek(FileOffset offset, Position position = Beginning) override;
    FileOffset tell() const override { return place_; }
    FileOffset length() override { return length_; }
    bool isOpen() const override { return true; }
    bool readOnly() const override { return true; }

    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, FilePlace, size_t) override {}
    void removeBlock(FilePlace, size_t) override {}
    void truncate(FileOffset) override {}

  private:
    /// A read that TagLib has asked for.
    struct Call {
        /// Where it began and ended, and how many bytes it asked for.
        long place = 0, end = 0;
        size_t asked = 0;
        /// Its first bytes; zeros where it got fewer.
        char head[32] = {};
    };

    /// Whether no limit is reached yet.
    bool may_read() const;

    /// Reads the next bytes, within the limits of bytes.
    TagLib::ByteVector next_block(size_t length);

    /// Reads up to `count` bytes at `place`; fewer at the end of the file or if the disk fails.
    size_t read_at(long place, char *into, size_t count);

    /// Bounds what TagLib makes of a block that it has asked for.
    void bound(TagLib::ByteVector &block, const Call &call);
    void bound_tag_header(TagLib::ByteVector &block, const Call &call);
    void bound_frames(TagLib::ByteVector &block);
    void bound_flac_header(TagLib::ByteVector &block);
    void bound_flac_block(TagLib::ByteVector &block);
    void bound_item(TagLib::ByteVector &block, const Call &call);
    void bound_asf(TagLib::ByteVector &block, const Call &call);

    /// Has few other files with large tags read meanwhile, if this one has, of which so many bytes are kept.
    void wait_if_large(size_t kept);

    /// Most files need a few reads of some bytes at their beginning: one system call serves them. Whoever reads more often jumps.
    static constexpr size_t buffer_size = 8 << 10, small_fill = 1 << 10, large_fills = 64;
    /// The largest read of something that is looked for, as TagLib's own buffer. What is larger, it keeps.
    static constexpr size_t search_size = 1 << 10;
    /// The most bytes of one read, which TagLib keeps: the largest picture, as FLAC has it. The most bytes of all such reads, and of all others.
    static constexpr size_t block_limit = 16 << 20, kept_limit = 24 << 20, search_limit = 4 << 20;
    /// The most reads of one file. TagLib keeps 300 bytes for each atom of an MP4, and reads each once. Ten hours in fragments of a second
    /// have 72,000.
    static constexpr size_t read_limit = 100'000;
    /// How many blocks are read that TagLib does not keep.
    static constexpr size_t passing_limit = 8;
    /// The longest file whose holes are read, in bytes: the longest RIFF, which may have some where it is silent.
    static constexpr long longest_with_holes = 4L << 30;
    /// The most of a file whose tags are small, and of one whose tags are not large: bytes that TagLib keeps, bytes of texts, and values.
    struct Size {
        size_t kept, text, values;
    };
    static constexpr Size small{1 << 20, 64 << 10, 500}, medium{4 << 20, 256 << 10, 2'000};
    /// The most bytes of the stack between the reader of a file and one of its reads. TagLib takes some thousand for a usual file, and
    /// some hundred more for each atom inside another one.
    static constexpr uintptr_t stack_limit = 256 << 10;
    /// How long the headers of tags are: of ID3, and of APE.
    static constexpr size_t tag_header_size = 10, ape_footer_size = 32;

    const int descriptor_;
    const char *const name_;
    long length_ = 0;
    long place_ = 0;
    size_t kept_ = 0, searched_ = 0, reads_ = 0, fills_ = 0;
    TagAllowance allowance_;
    /// How many gates the stream has passed.
    int gates_ = 0;
    /// Where the stack was when the file was opened.
    const uintptr_t stack_;
    /// The last reads, the last one first.
    Call calls_[3];
    /// How many bytes of frames follow, if the last read was the header of a tag of ID3, and what else that says.
    size_t frames_size_ = 0;
    unsigned tag_version_ = 0, tag_flags_ = 0;
    bool is_asf_ = false;
    /// Whether TagLib does not keep what it reads next, and how often that was so.
    bool is_passing_ = false;
    size_t passed_ = 0;
    bool is_ogg_checked_ = false, is_refused_ = false;
    PatchedBytes patches_;
    long buffer_place_ = 0;
    size_t buffer_count_ = 0;
    char buffer_[buffer_size];
};
