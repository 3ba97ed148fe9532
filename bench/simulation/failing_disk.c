/* A disk that fails: counts what changes files below one folder, and lets the K-th change fail.
 *
 * Loaded before the C library (LD_PRELOAD), so that Python, SQLite and zlib all meet it. Disarmed
 * until fail_disk(FOLDER, K, WAY) is called, in the process that is to fail. A kill comes in the
 * middle of a write. A power cut also takes what was written to a file since it was last synced;
 * not from the index, whose journal SQLite has proved. It may also take back the renames in a
 * folder since that was last synced (RENAMES).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum way { COUNT = 0, FULL = 1, INPUT_OUTPUT = 2, KILL = 3, POWER = 4, RENAMES = 5 };
enum kind { WRITES, OTHER };

enum { MOST_UNSYNCED = 4096, MOST_RENAMES = 4096 };

/* A file, and its size when it was last synced. */
struct unsynced {
    ino_t inode;
    off_t size;
    char path[PATH_MAX];
};

/* A rename in a folder that was not synced since; the file that was replaced is kept under another
 * name, "" if there was none. */
struct renamed {
    ino_t folder;
    char *from, *to, *kept;
};

static struct renamed renames[MOST_RENAMES];
static int number_of_renames;
static struct unsynced *files;
static int number_of_files;
static char folder[PATH_MAX];
static long failing = -1, seen;
static enum way way;

void fail_disk(const char *path, long number, int how)
{
    snprintf(folder, sizeof folder, "%s", path);
    failing = number, seen = 0, way = how;
}

long count_changes(void) { return seen; }

static int is_below(const char *path)
{
    return failing >= 0 && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_below(int file)
{
    char link[64], path[PATH_MAX];
    if (failing < 0)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0)
        return 0;
    path[size] = 0;
    return is_below(path);
}

static struct unsynced *find_unsynced(ino_t inode)
{
    for (int i = 0; i < number_of_files; i++)
        if (files[i].inode == inode)
            return &files[i];
    return NULL;
}

static void forget(ino_t inode)
{
    struct unsynced *found = find_unsynced(inode);
    if (found)
        *found = files[--number_of_files];
}

static int is_power_cut(void) { return way == POWER || way == RENAMES; }

static void note_write(int file)
{
    struct stat status;
    char link[64];
    if (!is_power_cut() || fstat(file, &status) || find_unsynced(status.st_ino))
        return;
    if (!files)
        files = malloc(MOST_UNSYNCED * sizeof *files);
    if (!files || number_of_files == MOST_UNSYNCED)
        return;
    struct unsynced *new = &files[number_of_files];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, new->path, sizeof new->path - 1);
    if (size <= 0)
        return;
    new->path[size] = 0;
    if (strstr(new->path, ".sqlite"))
        return;
    new->inode = status.st_ino, new->size = status.st_size;
    number_of_files++;
}

static void note_sync(int file)
{
    struct stat status;
    if (!is_power_cut() || fstat(file, &status))
        return;
    forget(status.st_ino);
    int left = 0;
    for (int i = 0; i < number_of_renames; i++)
        if (renames[i].folder != status.st_ino)
            renames[left++] = renames[i];
    number_of_renames = left;
}

static void note_rename(const char *from, const char *to)
{
    for (int i = 0; i < number_of_files; i++)
        if (strcmp(files[i].path, from) == 0)
            snprintf(files[i].path, sizeof files[i].path, "%s", to);
}

/* Note a rename before it is done. What it replaces is kept beside the folder of the user. */
static void keep_replaced(const char *from, const char *to)
{
    struct stat status;
    char kept[PATH_MAX], place[PATH_MAX];
    if (way != RENAMES || !is_below(to) || number_of_renames == MOST_RENAMES)
        return;
    snprintf(place, sizeof place, "%s", to);
    if (stat(dirname(place), &status))
        return;
    ino_t in = status.st_ino;
    snprintf(place, sizeof place, "%s", folder);
    snprintf(kept, sizeof kept, "%s/kept-%ld", dirname(place), seen);
    syscall(SYS_unlink, kept);
    if (link(to, kept))
        kept[0] = 0;
    else
        note_rename(to, kept);
    renames[number_of_renames++] = (struct renamed){in, strdup(from), strdup(to), strdup(kept)};
}

/* Take the noted renames back, the last one first. */
static void lose_renames(void)
{
    while (number_of_renames) {
        struct renamed *last = &renames[--number_of_renames];
        if (syscall(SYS_rename, last->to, last->from) && errno != ENOENT)
            perror(last->to);
        if (*last->kept && syscall(SYS_rename, last->kept, last->to))
            perror(last->to);
    }
}

static void note_unlink(const char *path)
{
    struct stat status;
    if (is_power_cut() && !lstat(path, &status) && status.st_nlink == 1)
        forget(status.st_ino);
}

static void cut_power(void)
{
    for (int i = 0; i < number_of_files; i++)
        if (truncate64(files[i].path, files[i].size))
            perror(files[i].path);
    lose_renames();
    kill(getpid(), SIGKILL);
}

/* 1 if this change fails, with errno set. A full disk stays full for all that writes; an error of
 * the disk comes once. */
static int fails(enum kind kind)
{
    seen++;
    if (way == FULL && kind == WRITES && seen >= failing) {
        errno = ENOSPC;
        return 1;
    }
    if (seen != failing)
        return 0;
    if (is_power_cut())
        cut_power();
    if (way == KILL)
        kill(getpid(), SIGKILL);
    if (way == INPUT_OUTPUT) {
        errno = EIO;
        return 1;
    }
    return 0;
}

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real)                                                                                     \
        real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *data, size_t size)
{
    REAL(ssize_t, write, int, const void *, size_t);
    if (!is_open_below(file))
        return real(file, data, size);
    note_write(file);
    if (way == KILL && seen + 1 == failing)
        real(file, data, size / 2);
    return fails(WRITES) ? -1 : real(file, data, size);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t place)
{
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    return is_open_below(file) && fails(WRITES) ? -1 : real(file, data, size, place);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t place)
{
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return is_open_below(file) && fails(WRITES) ? -1 : real(file, data, size, place);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    REAL(ssize_t, writev, int, const struct iovec *, int);
    return is_open_below(file) && fails(WRITES) ? -1 : real(file, parts, count);
}

ssize_t sendfile64(int to, int from, off64_t *place, size_t size)
{
    REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
    if (!is_open_below(to))
        return real(to, from, place, size);
    note_write(to);
    if (way == KILL && seen + 1 == failing)
        real(to, from, place, size / 2);
    return fails(WRITES) ? -1 : real(to, from, place, size);
}

ssize_t sendfile(int to, int from, off_t *place, size_t size)
{
    return sendfile64(to, from, (off64_t *)place, size);
}

int ftruncate64(int file, off64_t size)
{
    REAL(int, ftruncate64, int, off64_t);
    return is_open_below(file) && fails(OTHER) ? -1 : real(file, size);
}

int ftruncate(int file, off_t size)
{
    REAL(int, ftruncate, int, off_t);
    return is_open_below(file) && fails(OTHER) ? -1 : real(file, size);
}

int fsync(int file)
{
    REAL(int, fsync, int);
    if (is_open_below(file) && fails(OTHER))
        return -1;
    note_sync(file);
    return real(file);
}

int fdatasync(int file)
{
    REAL(int, fdatasync, int);
    if (is_open_below(file) && fails(OTHER))
        return -1;
    note_sync(file);
    return real(file);
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    if (is_below(to) && fails(OTHER))
        return -1;
    keep_replaced(from, to);
    note_unlink(to);
    note_rename(from, to);
    return real(from, to);
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *);
    if (is_below(path) && fails(OTHER))
        return -1;
    note_unlink(path);
    return real(path);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(int, mkdir, const char *, mode_t);
    return is_below(path) && fails(WRITES) ? -1 : real(path, mode);
}
