// An invented file system of files, directories and links.
#pragma once

#include "sandbox/host_view.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace postern::sandbox {

inline AbsPath path(std::string_view text) {
    return AbsPath::parse(text).value();
}

class FakeHost final : public HostView {
public:
    FakeHost& directory(const std::string& name) {
        for (AbsPath at = path(name); at.text() != "/"; at = at.parent()) kinds_[at] = FileKind::directory;
        return *this;
    }
    FakeHost& file(const std::string& name, const std::string& content = "") {
        directory(path(name).parent().text());
        kinds_[path(name)] = FileKind::file;
        contents_[path(name)] = content;
        return *this;
    }
    FakeHost& link(const std::string& name, const std::string& target) {
        directory(path(name).parent().text());
        links_.insert_or_assign(path(name), target);
        return *this;
    }
    FakeHost& repository(const std::string& git_directory) {
        file(git_directory + "/HEAD", "ref: refs/heads/main\n").file(git_directory + "/config", "[core]\n");
        return directory(git_directory + "/objects")
            .directory(git_directory + "/refs")
            .directory(git_directory + "/hooks");
    }
    FakeHost& unlistable(const std::string& name) {
        unlistable_.insert(path(name));
        return directory(name);
    }

    FakeHost& unreadable(const std::string& name) {
        unreadable_.insert(path(name));
        return file(name, "?");
    }
    FakeHost& twin(const std::string& name, const std::string& other) {
        twins_.insert_or_assign(path(name), path(other));
        return *this;
    }
    FakeHost& linked_hard(const std::string& name) {
        many_names_.insert(path(name));
        return file(name);
    }

    [[nodiscard]] FileKind kind(const AbsPath& name) const override {
        const AbsPath followed = real(name);
        if (followed.text() == "/") return FileKind::directory;
        const auto found = kinds_.find(followed);
        return found == kinds_.end() ? FileKind::none : found->second;
    }
    [[nodiscard]] bool present(const AbsPath& name) const override {
        const AbsPath beside = name.text() == "/" ? name : AbsPath::resolve(real(name.parent()), name.name()).value();
        return links_.contains(beside) || kind(beside) != FileKind::none;
    }
    [[nodiscard]] AbsPath real(const AbsPath& name) const override {
        if (name.text() == "/") return name;
        const AbsPath beside = AbsPath::resolve(real(name.parent()), name.name()).value();
        const auto found = links_.find(beside);
        return found == links_.end() ? beside : real(AbsPath::resolve(beside.parent(), found->second).value());
    }
    [[nodiscard]] Result<std::optional<std::string>> read(const AbsPath& name) const override {
        const auto found = contents_.find(real(name));
        if (found == contents_.end()) return std::nullopt;
        if (unreadable_.contains(found->first)) return fail(Errc::io, "too large", name.text());
        return std::optional(found->second);
    }
    [[nodiscard]] std::optional<std::string> link(const AbsPath& name) const override {
        if (name.text() == "/") return std::nullopt;
        const auto found = links_.find(AbsPath::resolve(real(name.parent()), name.name()).value());
        return found == links_.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::vector<AbsPath> other_places(const AbsPath& name) const override {
        const auto found = twins_.find(name);
        return found == twins_.end() ? std::vector<AbsPath>{} : std::vector{found->second};
    }
    [[nodiscard]] bool has_other_names(const AbsPath& name) const override { return many_names_.contains(name); }
    [[nodiscard]] std::optional<AbsPath> home_of(const std::string& user) const override {
        return path("/home/" + user);
    }
    [[nodiscard]] Result<std::vector<Entry>> list(const AbsPath& name) const override {
        const AbsPath wanted = real(name);
        if (kind(wanted) != FileKind::directory || unlistable_.contains(wanted))
            return fail(Errc::io, "no", name.text());
        std::vector<Entry> entries;
        for (const auto& [at, what] : kinds_) {
            if (at.parent() == wanted) entries.push_back({std::string(at.name()), what == FileKind::directory, false});
        }
        for (const auto& [at, target] : links_) {
            if (at.parent() == wanted) entries.push_back({std::string(at.name()), false, true});
        }
        return entries;
    }

private:
    std::map<AbsPath, FileKind> kinds_;
    std::map<AbsPath, std::string> contents_, links_;
    std::set<AbsPath> unlistable_, unreadable_, many_names_;
    std::map<AbsPath, AbsPath> twins_;
};

}  // namespace postern::sandbox
