// A file for TagLib to read, behind a descriptor that somebody else has opened and will close.
#pragma once

#include <cstdint>
#include <taglib/tbytevector.h>
#include <taglib/tiostream.h>

/// Reads a descriptor with `pread`, so that its own position does not matter, and within limits: a file that states impossible
/// sizes may cost neither all memory nor hours, and parts within parts within parts not the stack, which no error is thrown for. Behind
/// a limit, the file ends. What would write does nothing.
///
/// A frame of ID3 that holds a chapter or a table of contents has frames inside, which TagLib reads by calling itself, without reading
/// the file again. Nobody asks TagLib for chapters, so it gets these frames under a name that it does not know.
class DescriptorStream final : public TagLib::IOStream {
  public:
    DescriptorStream(int descriptor, const char *name);

    /// Whether the name is shown to TagLib, which then goes by the suffix.
    bool shows_name = false;

    TagLib::FileName name() const override;
    TagLib::ByteVector readBlock(unsigned long length) override;
    void seek(long offset, Position position = Beginning) override;
    long tell() const override { return place_; }
    long length() override { return length_; }
    bool isOpen() const override { return true; }
    bool readOnly() const override { return true; }

    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    void truncate(long) override {}

  private:
    /// Reads the next bytes, without a limit of the reads.
    TagLib::ByteVector next_block(unsigned long length);

    /// Reads up to `count` bytes at `place`; fewer at the end of the file or if the disk fails.
    size_t read_at(long place, char *into, size_t count);

    /// Most files need a few reads of some bytes at their beginning: one system call serves them.
    static constexpr size_t buffer_size = 8 << 10;
    /// The most bytes of one read, which TagLib holds in memory: the largest picture.
    static constexpr size_t block_limit = 32 << 20;
    /// The most bytes that are read from one file.
    static constexpr size_t total_limit = 128 << 20;
    /// The most reads of one file. TagLib keeps 300 bytes for each atom of an MP4, and reads each once. An hour in fragments of a second
    /// has 20,000.
    static constexpr size_t read_limit = 200'000;
    /// The most bytes of the stack between the reader of a file and one of its reads. TagLib takes some thousand for a usual file, and
    /// some hundred more for each atom inside another one.
    static constexpr uintptr_t stack_limit = 256 << 10;
    /// How long the header of a tag of ID3 is.
    static constexpr unsigned int tag_header_size = 10;

    const int descriptor_;
    const char *const name_;
    long length_ = 0;
    long place_ = 0;
    size_t total_ = 0;
    size_t reads_ = 0;
    /// Where the stack was when the file was opened.
    const uintptr_t stack_;
    /// Where the frames begin of the tag whose header was read last.
    long frames_place_ = -1;
    long buffer_place_ = 0;
    size_t buffer_count_ = 0;
    char buffer_[buffer_size];
};
