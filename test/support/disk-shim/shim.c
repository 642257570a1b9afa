/*
 * Stands between a process and its disk (LD_PRELOAD), so that a test can cut the power, break the disk, or kill the
 * process at one exact step. See README.md for the variables and for what it does not see.
 *
 * Every step that changes a file or a name below DISK_SHIM_ROOTS is counted, and noted in SIDE/steps.log before it is
 * made. For the power cut, SIDE holds what takes back each step that no fsync has made durable:
 *   N-M.file   another name of each file that was touched (device N, inode M), so that its content survives its names
 *   N-M.undo   what was in each page of it at its last fsync, written before the page is
 *   names.log  each name that was made, moved or removed, and each fsync of a folder
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define BUCKETS 1024
#define MOST_ROOTS 8

struct file {
  dev_t dev;
  ino_t ino;
  /* Both stay open to the end: closing any descriptor of a file drops the locks that SQLite holds on it. */
  int undo;
  int reader;
  int dirty;
  unsigned char *seen;
  size_t seen_bytes;
  struct file *next;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char roots[MOST_ROOTS][PATH_MAX];
static int root_count;
static char side[PATH_MAX];
static const char *counted;
static int waits;
static int steps_log = -1;
static int names_log = -1;
static struct file *files[BUCKETS];
static unsigned long steps;
static unsigned long names;
static int fail_with;
static unsigned long fail_at, fail_times, kill_at;
static double fail_chance;
static uint64_t chance_state;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_truncate)(const char *, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_renameat2)(int, const char *, int, const char *, unsigned);
static int (*real_link)(const char *, const char *);
static int (*real_linkat)(int, const char *, int, const char *, int);
static int (*real_unlink)(const char *);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_mkdir)(const char *, mode_t);
static int (*real_mkdirat)(int, const char *, mode_t);

/* The test's own fault, never the product's: said loudly, and the process ends in a way that no test takes for a pass. */
static void give_up(const char *what) {
  dprintf(2, "disk-shim: %s: %s\n", what, strerror(errno));
  abort();
}

static unsigned long number(const char *name) {
  const char *text = getenv(name);
  return text ? strtoul(text, NULL, 10) : 0;
}

static void *next_symbol(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) give_up(name);
  return found;
}

static void start(void) {
  *(void **)&real_open = next_symbol("open64");
  *(void **)&real_openat = next_symbol("openat64");
  *(void **)&real_write = next_symbol("write");
  *(void **)&real_pwrite = next_symbol("pwrite64");
  *(void **)&real_writev = next_symbol("writev");
  *(void **)&real_pwritev = next_symbol("pwritev64");
  *(void **)&real_ftruncate = next_symbol("ftruncate64");
  *(void **)&real_truncate = next_symbol("truncate64");
  *(void **)&real_fsync = next_symbol("fsync");
  *(void **)&real_fdatasync = next_symbol("fdatasync");
  *(void **)&real_rename = next_symbol("rename");
  *(void **)&real_renameat2 = next_symbol("renameat2");
  *(void **)&real_link = next_symbol("link");
  *(void **)&real_linkat = next_symbol("linkat");
  *(void **)&real_unlink = next_symbol("unlink");
  *(void **)&real_unlinkat = next_symbol("unlinkat");
  *(void **)&real_mkdir = next_symbol("mkdir");
  *(void **)&real_mkdirat = next_symbol("mkdirat");
  /* One process has one side folder. */
  unsetenv("LD_PRELOAD");

  const char *list = getenv("DISK_SHIM_ROOTS");
  const char *folder = getenv("DISK_SHIM_SIDE");
  if (!list || !folder) return;
  snprintf(side, sizeof side, "%s", folder);
  char copy[PATH_MAX * 2];
  snprintf(copy, sizeof copy, "%s", list);
  char *rest = copy;
  for (char *one; root_count < MOST_ROOTS && (one = strsep(&rest, ":"));)
    snprintf(roots[root_count++], PATH_MAX, "%s", one);
  counted = getenv("DISK_SHIM_UNDER");
  waits = getenv("DISK_SHIM_WAITS") != NULL;
  fail_at = number("DISK_SHIM_FAIL_AT");
  fail_times = number("DISK_SHIM_FAIL_TIMES");
  kill_at = number("DISK_SHIM_KILL_AT");
  chance_state = number("DISK_SHIM_SEED") * 2654435761u + 1;
  const char *chance = getenv("DISK_SHIM_FAIL_CHANCE");
  fail_chance = chance ? strtod(chance, NULL) : 0;
  const char *with = getenv("DISK_SHIM_FAIL_WITH");
  fail_with = with && strcmp(with, "ENOSPC") == 0 ? ENOSPC : EIO;
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/steps.log", side);
  steps_log = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  snprintf(path, sizeof path, "%s/names.log", side);
  names_log = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (steps_log < 0 || names_log < 0) give_up(path);
}

__attribute__((constructor)) static void load(void) { pthread_once(&once, start); }

static int is_below(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* SQLite writes its -shm through mmap and makes it again after a crash: it is left out. */
static int is_watched(const char *path) {
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return 0;
  for (int n = 0; n < root_count; n += 1)
    if (is_below(path, roots[n])) return 1;
  return 0;
}

static int path_of_fd(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return 1;
}

/* The absolute path, when it is below a root. Tests name their folders by real path, so links are not followed. */
static int watched(int folder, const char *name, char *path) {
  char base[PATH_MAX] = "";
  if (root_count == 0 || !name) return 0;
  if (name[0] != '/') {
    if (folder == AT_FDCWD ? !getcwd(base, sizeof base) : !path_of_fd(folder, base)) return 0;
    strncat(base, "/", sizeof base - strlen(base) - 1);
  }
  if (snprintf(path, PATH_MAX, "%s%s", base, name) >= PATH_MAX) return 0;
  return is_watched(path);
}

static double next_chance(void) {
  chance_state ^= chance_state << 13;
  chance_state ^= chance_state >> 7;
  chance_state ^= chance_state << 17;
  return (double)(chance_state >> 11) / (double)(1ull << 53);
}

/* Counts and notes a step that is about to be made. Answers with the error to fail it with, or 0; may not answer at all. */
static int next_step(const char *kind, const char *path) {
  if (counted && !is_below(path, counted) && strcmp(path, counted) != 0) return 0;
  if (waits) {
    char armed[PATH_MAX + 16];
    snprintf(armed, sizeof armed, "%s/armed", side);
    if (access(armed, F_OK) != 0) return 0;
    waits = 0;
  }
  steps += 1;
  int fails = fail_at != 0 && steps >= fail_at && (fail_times == 0 || steps < fail_at + fail_times);
  if (fail_chance > 0 && next_chance() < fail_chance) fails = 1;
  char line[PATH_MAX + 64];
  const char *end = steps == kill_at ? "killed" : fails ? "failed" : "made";
  int length = snprintf(line, sizeof line, "%lu\t%s\t%s\t%s\n", steps, kind, path, end);
  if (real_write(steps_log, line, (size_t)length) != length) give_up("steps.log");
  if (steps == kill_at) {
    kill(getpid(), SIGKILL);
    pause();
  }
  return fails ? fail_with : 0;
}

static unsigned long note_name(const char *kind, const char *from, const char *to, const char *replaced) {
  char line[PATH_MAX * 2 + 128];
  int length = snprintf(line, sizeof line, "%lu\t%s\t%s\t%s\t%s\n", ++names, kind, from, to, replaced);
  if (real_write(names_log, line, (size_t)length) != length) give_up("names.log");
  return names;
}

static void note_undone(unsigned long name) {
  int kept = errno;
  char text[32];
  snprintf(text, sizeof text, "%lu", name);
  note_name("failed", text, "", "");
  errno = kept;
}

static void side_name(char *path, dev_t dev, ino_t ino, const char *ending) {
  snprintf(path, PATH_MAX + 64, "%s/%lu-%lu.%s", side, (unsigned long)dev, (unsigned long)ino, ending);
}

/* Gives the file its second name in the side folder, once. */
static void hold_inode(const struct stat *status, const char *path) {
  char held[PATH_MAX + 64];
  side_name(held, status->st_dev, status->st_ino, "file");
  /* Asked first: a file that has lost its names is still written to. */
  if (access(held, F_OK) == 0) return;
  if (real_link(path, held) != 0) give_up("link into the side folder (another file system?)");
}

static struct file *file_of(const struct stat *status, const char *path) {
  struct file **bucket = &files[status->st_ino % BUCKETS];
  for (struct file *one = *bucket; one; one = one->next)
    if (one->ino == status->st_ino && one->dev == status->st_dev) return one;
  struct file *made = calloc(1, sizeof *made);
  char name[PATH_MAX + 64];
  if (!made) give_up("memory");
  made->dev = status->st_dev;
  made->ino = status->st_ino;
  hold_inode(status, path);
  side_name(name, made->dev, made->ino, "file");
  made->reader = real_open(name, O_RDONLY | O_CLOEXEC);
  side_name(name, made->dev, made->ino, "undo");
  made->undo = real_open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (made->reader < 0 || made->undo < 0) give_up(name);
  made->next = *bucket;
  return *bucket = made;
}

static void note_undo(struct file *file, uint64_t first, uint64_t second, const void *bytes, size_t length) {
  uint64_t head[2] = {first, second};
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
  if (real_writev(file->undo, parts, 2) != (ssize_t)(sizeof head + length)) give_up("undo");
}

/* Saves the pages of a range as they are, unless they were saved since the last fsync. `size`: of the file, now. */
static void save_pages(struct file *file, off_t from, off_t to, off_t size) {
  if (!file->dirty) {
    file->dirty = 1;
    note_undo(file, UINT64_MAX, (uint64_t)size, NULL, 0);
  }
  for (uint64_t page = (uint64_t)from / PAGE; (off_t)(page * PAGE) < to; page += 1) {
    if (page / 8 >= file->seen_bytes) {
      size_t larger = (page / 8 + 1) * 2;
      file->seen = realloc(file->seen, larger);
      if (!file->seen) give_up("memory");
      memset(file->seen + file->seen_bytes, 0, larger - file->seen_bytes);
      file->seen_bytes = larger;
    }
    if (file->seen[page / 8] & (1 << page % 8)) continue;
    char bytes[PAGE];
    ssize_t valid = pread(file->reader, bytes, PAGE, (off_t)(page * PAGE));
    if (valid < 0) give_up("pread");
    note_undo(file, page, (uint64_t)valid, bytes, (size_t)valid);
    file->seen[page / 8] |= (unsigned char)(1 << page % 8);
  }
}

static void forget_pages(struct file *file) {
  if (!file->dirty) return;
  if (real_ftruncate(file->undo, 0) != 0) give_up("undo");
  if (file->seen) memset(file->seen, 0, file->seen_bytes);
  file->dirty = 0;
}

/* A regular file below a root; else the call is none of ours. */
static int is_ours(int fd, struct stat *status, char *path) {
  if (root_count == 0 || fstat(fd, status) != 0 || !S_ISREG(status->st_mode)) return 0;
  return path_of_fd(fd, path) && is_watched(path) && status->st_nlink > 0;
}

static size_t length_of(const struct iovec *parts, int count) {
  size_t sum = 0;
  for (int n = 0; n < count; n += 1) sum += parts[n].iov_len;
  return sum;
}

/* `at`: -1 for where the file stands. */
static ssize_t write_parts(int fd, const struct iovec *parts, int count, off_t at) {
  struct stat status;
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (!is_ours(fd, &status, path)) return at < 0 ? real_writev(fd, parts, count) : real_pwritev(fd, parts, count, at);
  pthread_mutex_lock(&mutex);
  ssize_t written = -1;
  int failing = next_step("write", path);
  if (failing) errno = failing;
  else {
    if (fstat(fd, &status) != 0) give_up("fstat");
    off_t from = at >= 0 ? at : fcntl(fd, F_GETFL) & O_APPEND ? status.st_size : lseek(fd, 0, SEEK_CUR);
    save_pages(file_of(&status, path), from, from + (off_t)length_of(parts, count), status.st_size);
    written = at < 0 ? real_writev(fd, parts, count) : real_pwritev(fd, parts, count, at);
  }
  pthread_mutex_unlock(&mutex);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct stat status;
  char path[PATH_MAX];
  pthread_once(&once, start);
  /* Most calls are of sockets and pipes, which must keep their own call: a pipe's write is atomic, say. */
  if (!is_ours(fd, &status, path)) return real_write(fd, bytes, length);
  struct iovec part = {(void *)bytes, length};
  return write_parts(fd, &part, 1, -1);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  struct iovec part = {(void *)bytes, length};
  return write_parts(fd, &part, 1, at);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return write_parts(fd, parts, count, -1); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return write_parts(fd, parts, count, at); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return write_parts(fd, parts, count, at); }

int ftruncate64(int fd, off64_t length) {
  struct stat status;
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (!is_ours(fd, &status, path)) return real_ftruncate(fd, length);
  pthread_mutex_lock(&mutex);
  int done = -1;
  int failing = next_step("truncate", path);
  /* A full disk shortens a file all the same. */
  if (failing && !(failing == ENOSPC && length <= status.st_size)) errno = failing;
  else {
    save_pages(file_of(&status, path), length, status.st_size, status.st_size);
    done = real_ftruncate(fd, length);
  }
  pthread_mutex_unlock(&mutex);
  return done;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int truncate64(const char *name, off64_t length) {
  pthread_once(&once, start);
  char path[PATH_MAX];
  if (!watched(AT_FDCWD, name, path)) return real_truncate(name, length);
  int fd = real_open(name, O_WRONLY | O_CLOEXEC);
  /* Left open, as closing it could drop locks: see `struct file`. */
  return fd < 0 ? -1 : ftruncate64(fd, length);
}
int truncate(const char *name, off_t length) { return truncate64(name, length); }

static int sync_file(int fd, int (*real)(int)) {
  struct stat status;
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (root_count == 0 || fstat(fd, &status) != 0 || !path_of_fd(fd, path)) return real(fd);
  int is_folder = S_ISDIR(status.st_mode);
  int is_root = 0;
  for (int n = 0; n < root_count; n += 1) is_root |= strcmp(path, roots[n]) == 0;
  if (!is_watched(path) && !(is_folder && is_root)) return real(fd);
  pthread_mutex_lock(&mutex);
  int done = -1;
  int failing = next_step(is_folder ? "sync-folder" : "sync", path);
  if (failing) errno = failing;
  else {
    done = real(fd);
    if (done == 0 && is_folder) note_name("sync", path, "", "");
    else if (done == 0 && status.st_nlink > 0) forget_pages(file_of(&status, path));
  }
  pthread_mutex_unlock(&mutex);
  return done;
}
int fsync(int fd) { pthread_once(&once, start); return sync_file(fd, real_fsync); }
int fdatasync(int fd) { pthread_once(&once, start); return sync_file(fd, real_fdatasync); }

static int open_any(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (!(flags & (O_CREAT | O_TRUNC)) || !watched(folder, name, path)) return real_openat(folder, name, flags, mode);
  pthread_mutex_lock(&mutex);
  struct stat status;
  int fd = -1;
  int is_new = lstat(path, &status) != 0;
  int changes = is_new ? flags & O_CREAT : (flags & O_TRUNC) && !(flags & O_EXCL);
  int failing = changes ? next_step(is_new ? "create" : "truncate", path) : 0;
  if (failing) errno = failing;
  else {
    unsigned long noted = is_new && changes ? note_name("create", path, "", "") : 0;
    if (!is_new && changes && S_ISREG(status.st_mode)) save_pages(file_of(&status, path), 0, status.st_size, status.st_size);
    fd = real_openat(folder, name, flags, mode);
    if (fd < 0 && noted) note_undone(noted);
  }
  pthread_mutex_unlock(&mutex);
  return fd;
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPEN(NAME)                                    \
  int NAME(const char *name, int flags, ...) {        \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode_t mode = mode_of(flags, rest);               \
    va_end(rest);                                     \
    return open_any(AT_FDCWD, name, flags, mode);     \
  }
#define OPENAT(NAME)                                        \
  int NAME(int folder, const char *name, int flags, ...) {  \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    mode_t mode = mode_of(flags, rest);                     \
    va_end(rest);                                           \
    return open_any(folder, name, flags, mode);             \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
int creat(const char *name, mode_t mode) { return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  pthread_once(&once, start);
  int ours = watched(from_folder, from, old_path) && watched(to_folder, to, new_path);
  if (!ours) return flags ? real_renameat2(from_folder, from, to_folder, to, flags) : real_renameat2(from_folder, from, to_folder, to, 0);
  pthread_mutex_lock(&mutex);
  struct stat status;
  char replaced[64] = "";
  int done = -1;
  int failing = next_step("rename", new_path);
  if (failing) errno = failing;
  else {
    if (lstat(new_path, &status) == 0 && S_ISREG(status.st_mode)) {
      hold_inode(&status, new_path);
      snprintf(replaced, sizeof replaced, "%lu-%lu", (unsigned long)status.st_dev, (unsigned long)status.st_ino);
    }
    unsigned long noted = note_name("rename", old_path, new_path, replaced);
    done = real_renameat2(from_folder, from, to_folder, to, flags);
    if (done != 0) note_undone(noted);
  }
  pthread_mutex_unlock(&mutex);
  return done;
}
int rename(const char *from, const char *to) {
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (!watched(AT_FDCWD, from, path)) return real_rename(from, to);
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char path[PATH_MAX];
  pthread_once(&once, start);
  if (!watched(to_folder, to, path)) return real_linkat(from_folder, from, to_folder, to, flags);
  pthread_mutex_lock(&mutex);
  struct stat status;
  int done = -1;
  int is_new = lstat(path, &status) != 0;
  int failing = next_step("link", path);
  if (failing) errno = failing;
  else {
    unsigned long noted = is_new ? note_name("create", path, "", "") : 0;
    done = real_linkat(from_folder, from, to_folder, to, flags);
    if (done != 0 && noted) note_undone(noted);
  }
  pthread_mutex_unlock(&mutex);
  return done;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

/* A folder's name is lost like a file's. Nobody is killed here: the unlinks before it are steps already. */
static int remove_folder(int folder, const char *name) {
  char path[PATH_MAX];
  if (!watched(folder, name, path)) return real_unlinkat(folder, name, AT_REMOVEDIR);
  pthread_mutex_lock(&mutex);
  unsigned long noted = note_name("rmdir", path, "", "");
  int done = real_unlinkat(folder, name, AT_REMOVEDIR);
  int error = errno;
  if (done != 0) note_undone(noted);
  pthread_mutex_unlock(&mutex);
  errno = error;
  return done;
}
int rmdir(const char *name) { pthread_once(&once, start); return remove_folder(AT_FDCWD, name); }

int unlinkat(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  struct stat status;
  pthread_once(&once, start);
  if (flags & AT_REMOVEDIR) return remove_folder(folder, name);
  if (!watched(folder, name, path) || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return real_unlinkat(folder, name, flags);
  pthread_mutex_lock(&mutex);
  int done = -1;
  int failing = next_step("unlink", path);
  /* A full disk takes a name away all the same. */
  if (failing && failing != ENOSPC) errno = failing;
  else {
    char held[64];
    hold_inode(&status, path);
    snprintf(held, sizeof held, "%lu-%lu", (unsigned long)status.st_dev, (unsigned long)status.st_ino);
    unsigned long noted = note_name("unlink", path, "", held);
    done = real_unlinkat(folder, name, flags);
    if (done != 0) note_undone(noted);
  }
  pthread_mutex_unlock(&mutex);
  return done;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int mkdirat(int folder, const char *name, mode_t mode) {
  char path[PATH_MAX];
  struct stat status;
  pthread_once(&once, start);
  if (!watched(folder, name, path) || lstat(path, &status) == 0) return real_mkdirat(folder, name, mode);
  pthread_mutex_lock(&mutex);
  int failing = next_step("mkdir", path);
  if (failing) errno = failing;
  int done = failing ? -1 : real_mkdirat(folder, name, mode);
  pthread_mutex_unlock(&mutex);
  return done;
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, 0);
}
