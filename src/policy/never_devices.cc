// Entries about disks and other devices: make-file-system, dd-to-device, write-to-device.
#include "policy/never_code.h"
#include "policy/never_places.h"
#include "programs/row.h"

#include "shell/invocation.h"

#include <array>
#include <cstdint>

namespace postern::policy {
namespace {

using shell::Command;
using shell::Word;

bool any_device(const Act& act) {
    const auto& words = act.command().words;
    return std::any_of(words.begin() + 1, words.end(), [&](const Word& word) { return names_device(act, word); });
}

enum class Target : std::uint8_t { device, unnamed };

// Tools that change disks past their file systems.
struct DiskTool {
    ProgramNames programs;
    std::string_view acts;  // words that make it change something; empty: all but those in `informs`
    std::string_view informs = {};
    Target target = Target::device;  // unnamed: what it changes is not named by a path
    std::string_view dry = {};       // options with which it changes nothing in any case
};
constexpr auto kDiskTools = std::to_array<DiskTool>({
    {"shred blkdiscard nwipe wipe srm scrub sponge truncate flashcp flash_erase flash_eraseall nandwrite sg_format "
     "sg_sanitize sg_write_same pvcreate pvremove grub-install extlinux lilo install-mbr growpart addpart delpart "
     "partclone.restore cfdisk",
     ""},
    {"mksquashfs mkfs.erofs genisoimage mkisofs xorriso tune2fs resize2fs e2label dosfslabel fatlabel ntfslabel "
     "exfatlabel "
     "xfs_admin reiserfstune ntfsresize ntfsfix partimage fsarchiver wodim cdrecord growisofs setblocksize sdparm "
     "qemu-nbd pvmove pvresize vgreduce vgextend vgcreate lvreduce mt hexedit xfs_db setserial",
     "", "-l --list -n --no-action -i --info status print -L"},
    {"fsck e2fsck reiserfsck", "", "-n -N -M"},
    {"xfs_repair", "", "-n"},
    {"debugfs", "-w"},
    {"e2image", "-r -I"},
    {"btrfs", "zero-log add remove delete replace chunk-recover super-recover check"},
    {"ntfsclone", "--overwrite -O"},
    {"qemu-img", "convert dd"},
    {"blockdev", "--setro --setrw --setra --setbsz --flushbufs --rereadpt"},
    {"systemd-repart", "--dry-run=no --empty=force --empty=allow"},
    {"virt-format", ""},
    {"wipefs", "-a --all -o --offset", "", Target::device, "-n"},
    {"fdisk sfdisk gdisk cgdisk", "",
     "-l --list -x --list-details -s --show-size -d --dump -J --json -F --list-free --verify -n --no-act"},
    {"sgdisk",
     "-Z --zap-all -z --zap -o --clear -n --new -N --largest-new -d --delete -g --mbrtogpt -m --gpttombr -G "
     "--randomize-guids -t --typecode -c --change-name -l --load-backup -R --replicate -s --sort -e "
     "--move-second-header -u --partition-guid -U --disk-guid -h --hybrid -r --transpose -A --attributes"},
    {"parted", "mklabel mktable mkpart mkpartfs mkfs rm resizepart resize move rescue set toggle disk_set name cp",
     "print p -l --list align-check unit help"},
    {"badblocks", "-w -n"},
    {"cryptsetup",
     "luksFormat format reencrypt erase luksErase luksKillSlot luksRemoveKey luksAddKey luksChangeKey "
     "luksHeaderRestore"},
    {"hdparm",
     "--security-erase --security-erase-enhanced --security-set-pass --security-disable --write-sector "
     "--repair-sector --make-bad-sector --trim-sector-ranges --trim-sector-ranges-stdin --dco-restore --fwdownload "
     "--sanitize-block-erase --sanitize-crypto-scramble --sanitize-overwrite-passes --please-destroy-my-drive"},
    {"nvme", "format sanitize write write-zeroes write-uncor dsm fw-download fw-commit delete-ns create-ns"},
    {"mdadm", "-C --create -B --build --zero-superblock"},
    {"dmsetup", "wipe_table remove_all", "", Target::unnamed},
    {"lvremove vgremove", "", "-t --test", Target::unnamed},
    {"zpool", "destroy labelclear", "", Target::unnamed},
    {"flashrom", "-w --write -E --erase", "", Target::unnamed},
    {"diskutil", "eraseDisk eraseVolume partitionDisk zeroDisk randomDisk secureErase reformat", "", Target::unnamed},
});

bool changes_disk(const Act& act, const DiskTool& tool) {
    const Command& command = act.command();
    const bool changes = (!tool.acts.empty() && mentions(command, tool.acts)) ||
                         (tool.acts.empty() || !tool.informs.empty() ? !mentions(command, tool.informs) : false);
    if (!changes || mentions(command, "--no-act --dry-run --pretend --test") || mentions(command, tool.dry))
        return false;
    return tool.target == Target::unnamed || any_device(act);
}

// Switches of the kernel that are written like files.
bool is_kernel_switch(std::string_view path) {
    return path == "/proc/sysrq-trigger" || path == "/proc/sys/kernel/sysrq" || path == "/proc/kcore" ||
           path.starts_with("/proc/acpi/") || (path.starts_with("/sys/") && !path.starts_with("/sys/fs/cgroup"));
}

}  // namespace

bool makes_file_system(const Act& act) {
    constexpr ProgramNames kPrograms =
        "mkfs mke2fs mkswap mkdosfs mkntfs mkexfatfs mkreiserfs mkudffs mkhfs mkjfs jfs_mkfs newfs fdformat hformat "
        "mformat bcachefs zpool mdadm";
    const Command& command = act.command();
    const std::string_view program = act.program;
    if (acts_as(act, "systemd-makefs")) return command.words.size() > 2;
    const bool family = program.starts_with("mkfs.") || program.starts_with("newfs_") || program.starts_with("mkfs_");
    if (!family && !act.is_one_of(kPrograms)) return false;
    if (only_informs(command) || (program == "bcachefs" && !mentions(command, "format"))) return false;
    if (program == "zpool") return mentions(command, "create") && !mentions(command, "-n");
    if (program == "mdadm") return mentions(command, "-C --create");
    // An image in a file is ordinary work. What is known only at run time may be a disk.
    const auto operand = [](const Word& word) { return !word.text.starts_with('-'); };
    const auto last = std::ranges::find_if(command.words.rbegin(), command.words.rend() - 1, operand);
    if (last == command.words.rend() - 1) return true;
    return any_device(act) || std::any_of(command.words.begin() + 1, command.words.end(), [&](const Word& word) {
               const bool labelled = word.text.starts_with("UUID=") || word.text.starts_with("LABEL=") ||
                                     word.text.starts_with("PARTUUID=") || word.text.starts_with("PARTLABEL=");
               return labelled || (word.starts_dynamic() && word.base == shell::Base::none);
           });
}

bool copies_to_device(const Act& act) {
    if (!acts_as(act, "dd gdd dcfldd dc3dd ddpt sdd sg_dd sgp_dd sgm_dd ddrescue dd_rescue")) return false;
    const Command& command = act.command();
    const bool by_operand = command.program() == "ddrescue" || command.program() == "dd_rescue";
    if (by_operand) {  // the first operand is read
        const shell::Scan scan = shell::scan({.free_operands = shell::kAnyNumber}, command.words);
        return scan.operands.size() > 1 &&
               std::any_of(scan.operands.begin() + 1, scan.operands.end(),
                           [&](std::size_t i) { return names_device(act, command.words[i]); });
    }
    const bool names = std::ranges::any_of(command.words, [&](const Word& word) {
        const std::string_view name = std::string_view(word.text).substr(0, word.text.find('='));
        return shell::listed("of ofs hof hofs", name) && names_device(act, word);
    });
    return names || writes_file(act, [&](const NamedPath& path) { return is_device(act, path); });
}

bool writes_to_device(const Act& act) {
    const auto concerned = [&](const NamedPath& path) { return is_device(act, path) || is_kernel_switch(path.text); };
    const Command& command = act.command();
    // Tools for disks show and mount devices, too. The table above has what changes them.
    const auto counts = [&](const FileTouch& touch) {
        return touch.use == Use::write && std::ranges::any_of(touch.paths, concerned) &&
               (touch.redirection || !programs::is_system_tool(act.program));
    };
    if (std::ranges::any_of(act.touches(), counts)) return true;
    if (command.words.empty()) return false;
    if (command.program() == "mknod")
        return command.words.size() > 3 &&
               std::ranges::any_of(command.words, [](const Word& w) { return w.text == "b"; });
    if (act.program.starts_with("fsck.") || act.program.starts_with("partclone."))
        return !mentions(command, "-n -N --no-action") && any_device(act);
    if (acts_as(act, "sed gsed awk gawk mawk")) {
        const auto writes = [&](const std::string& path) {
            return names_device(act, shell::literal_word(path, command.span));
        };
        if (std::ranges::any_of(files_written_in_code(command), writes)) return true;
    }
    return std::ranges::any_of(
        kDiskTools, [&](const DiskTool& tool) { return acts_as(act, tool.programs) && changes_disk(act, tool); });
}

}  // namespace postern::policy
