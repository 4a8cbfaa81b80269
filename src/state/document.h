// One JSON document per file, for everything small that Postern keeps between runs.
//
// A reader sees the old document or the new one, never a part. Changes are made under a lock, so that none is lost.
// A document that cannot be read, that others could have written, or whose version is not known is an error, never
// taken for an absent one: an update then leaves it as it is.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace postern::state {

// Properties that all documents of one kind share.
struct DocumentKind {
    std::string_view name;      // "trust store"
    std::string_view remedy{};  // ends the message about one that is refused: "remove it to be asked anew"
    int version = 1;            // of what is written
    int oldest = 1;             // that can be read; 0 is one from before documents had a number
    std::size_t max_bytes = 1 << 20;
};

// `encode` gives an object, to which the member "version" is added. `decode` gets such an object and its version; where
// an error of it says "/a/b", that member is wrong.
template <class T>
struct Format {
    DocumentKind kind;
    nlohmann::json (*encode)(const T&);
    Result<T> (*decode)(const nlohmann::json&, int version);
};

struct Versioned {
    nlohmann::json document;
    int version = 0;
};

// `where` stands for the text in errors.
[[nodiscard]] Result<Versioned> parse(const DocumentKind& kind, std::string_view text, const std::string& where);
// Refuses text that is not UTF-8, and more than fits.
[[nodiscard]] Result<std::string> print(const DocumentKind& kind, nlohmann::json document, const std::string& where);

template <class T>
[[nodiscard]] Result<T> decode(const Format<T>& format, std::string_view text, const std::string& where) {
    const auto parsed = parse(format.kind, text, where);
    if (!parsed) return tl::unexpected<Error>(parsed.error());
    auto value = format.decode(parsed->document, parsed->version);
    if (!value) value.error().where = where + '#' + value.error().where;
    return value;
}

template <class T>
[[nodiscard]] Result<std::string> encode(const Format<T>& format, const T& value, const std::string& where) {
    return print(format.kind, format.encode(value), where);
}

// Returns the error for a document that `encode` would have written otherwise.
[[nodiscard]] tl::unexpected<Error> refuse(const DocumentKind& kind, std::string pointer = {});

// The file of one document. Every step goes through the descriptor of its directory, which has to be private, too.
class PrivateFile {
public:
    explicit PrivateFile(const AbsPath& path) : path_(path), name_(path.name()) {}

    // Without `make` a missing directory is no error: then nothing is opened.
    [[nodiscard]] Status open_directory(bool make);
    [[nodiscard]] Status lock();  // for as long as this object lives
    // Returns nullopt if there is no such file.
    [[nodiscard]] Result<std::optional<std::string>> read(std::size_t limit) const;
    [[nodiscard]] Status write(std::string_view text) const;

private:
    AbsPath path_;
    std::string name_;
    UniqueFd directory_, lock_;
};

template <class T>
class Document {
public:
    Document(AbsPath file, const Format<T>& format) : path_(std::move(file)), format_(format) {}

    // Returns an empty value if there is no document.
    [[nodiscard]] Result<T> read() const {
        PrivateFile file(path_);
        if (Status opened = file.open_directory(false); !opened) return tl::unexpected<Error>(opened.error());
        return read_from(file);
    }

    // `change` takes a T& and returns whether there is something to write.
    template <class Change>
    [[nodiscard]] Status update(Change&& change) const {
        PrivateFile file(path_);
        if (Status opened = file.open_directory(true); !opened) return opened;
        if (Status locked = file.lock(); !locked) return locked;
        auto value = read_from(file);
        if (!value) return tl::unexpected<Error>(std::move(value.error()));
        if (!std::forward<Change>(change)(*value)) return {};
        return write_to(file, *value);
    }

    // Writes the value without reading first, also over a document that cannot be read. For values that can be made
    // again.
    [[nodiscard]] Status replace(const T& value) const {
        const auto text = encode(format_, value, path_.text());
        if (!text) return tl::unexpected<Error>(text.error());
        PrivateFile file(path_);
        if (Status opened = file.open_directory(true); !opened) return opened;
        return file.write(*text);
    }

private:
    [[nodiscard]] Result<T> read_from(const PrivateFile& file) const {
        auto text = file.read(format_.kind.max_bytes);
        if (!text) return tl::unexpected<Error>(std::move(text.error()));
        if (!*text) return T{};
        return decode(format_, **text, path_.text());
    }
    [[nodiscard]] Status write_to(const PrivateFile& file, const T& value) const {
        const auto text = encode(format_, value, path_.text());
        if (!text) return tl::unexpected<Error>(text.error());
        return file.write(*text);
    }

    AbsPath path_;
    const Format<T>& format_;
};

}  // namespace postern::state
