/*
 * A watcher that is loaded before the C library (LD_PRELOAD): every call by which Node touches files, programs or the
 * network is written to the file WATCH_LOG as one line: name, effect, whether it went well, and the place it reached.
 * What the C library does on its own account (time zone, allocator) is not seen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#define ROOM 8192
#define CWD AT_FDCWD

typedef long (*call)(long, ...);
enum how { ENTRY, FOLLOW }; /* the name itself, or what it leads to */

static int out = -1;
static call raw; /* syscall() of the C library: what the watcher does itself is not watched */

static call next(const char *name) { return (call)dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("WATCH_LOG");
  raw = next("syscall");
  if (path == NULL) return;
  int fd = (int)raw(SYS_openat, CWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  out = (int)raw(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 200); /* above those that are dealt out to a child */
  if (out < 0) abort();
  raw(SYS_close, fd);
}

static void note(const char *name, const char *effect, int ok, const char *path) {
  char line[ROOM + 128];
  const char *parts[] = {name, effect, ok ? "ok" : "failed", path};
  size_t at = 0;
  for (int i = 0; i < 4; i++) {
    for (const char *from = parts[i]; *from != 0 && at < sizeof line - 8; from++)
      line[at++] = (unsigned char)*from < ' ' ? '?' : *from;
    line[at++] = i < 3 ? '\t' : '\n';
  }
  if (out >= 0 && raw(SYS_write, out, line, at) != (long)at) abort();
}

/* The path behind a descriptor, or nothing where it has none. */
static size_t behind(int fd, char *path) {
  char link[32] = "/proc/self/fd/", digits[12];
  int count = 0, at = 14;
  do digits[count++] = (char)('0' + fd % 10);
  while ((fd /= 10) > 0);
  while (count > 0) link[at++] = digits[--count];
  long size = raw(SYS_readlinkat, CWD, link, path, ROOM / 2 - 1);
  path[size > 0 && path[0] == '/' ? size : 0] = 0;
  return strlen(path);
}

static size_t opened(int dir, const char *path, char *found) {
  int fd = (int)raw(SYS_openat, dir, path, O_PATH | O_CLOEXEC);
  size_t size = fd < 0 ? 0 : behind(fd, found);
  if (fd >= 0) raw(SYS_close, fd);
  return size;
}

/* `/proc/self/fd/17` alone stands for what was opened, never for the link. */
static int leads_on(const char *path) {
  return strncmp(path, "/proc/self/fd/", 14) == 0 && path[14 + strspn(path + 14, "0123456789")] == 0;
}

static void resolve(int dir, const char *path, enum how how, char *found) {
  char parent[ROOM / 2];
  size_t size = strlen(path);
  if ((how == FOLLOW || leads_on(path)) && opened(dir, path, found) > 0) return;
  while (size > 1 && path[size - 1] == '/') size--;
  size_t base = size;
  while (base > 0 && path[base - 1] != '/') base--;
  int dots = strspn(path + base, ".") >= size - base && size - base <= 2;
  if (dots && opened(dir, path, found) > 0) return;
  if (size < sizeof parent) {
    memcpy(parent, path, base);
    parent[base] = 0;
    size_t at = opened(dir, base == 0 ? "." : parent, found);
    if (at > 1) found[at++] = '/';
    if (at > 0) memcpy(found + at, path + base, size - base);
    found[at + size - base] = 0;
    if (at > 0) return;
  }
  strncpy(found, path, ROOM - 1); /* as it was given: no root is above it, so it is a stray */
  found[ROOM - 1] = 0;
}

static void named(const char *name, const char *effect, int ok, int dir, long given, enum how how) {
  char found[ROOM];
  const char *path = (const char *)given;
  int kept = errno;
  if (path != NULL && path[0] != 0) {
    if (ok) resolve(dir, path, how, found);
    note(name, effect, ok, ok ? found : path);
  } else if (dir >= 0 && behind(dir, found) > 0) note(name, effect, ok, found);
  errno = kept;
}

static void open_noted(const char *name, int fd, long flags, long given) {
  char found[ROOM];
  int kept = errno;
  int writes = (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)) != 0;
  int known = fd >= 0 && behind(fd, found) > 0;
  note(name, writes ? "writes" : "reads", fd >= 0, known ? found : (const char *)given);
  errno = kept;
}

static long missing(void) {
  errno = ENOSYS;
  return -1;
}

/* Six words go through as they came: the 64-bit calling conventions of Linux pass them alike for every signature here. */
#define WRAP(name, before, after)                                                      \
  long watch_##name(long a, long b, long c, long d, long e, long f) __asm__(#name);    \
  long watch_##name(long a, long b, long c, long d, long e, long f) {                  \
    static call real;                                                                  \
    if (real == NULL) real = next(#name);                                              \
    before;                                                                            \
    long r = real == NULL ? missing() : real(a, b, c, d, e, f);                        \
    after;                                                                             \
    return r;                                                                          \
  }
#define WENT_WELL ((int)r != -1)
#define LOOK(name, dir, path, how) WRAP(name, , named(#name, "reads", WENT_WELL, (int)dir, path, how))
#define LOOK_IN(name) WRAP(name, , named(#name, "reads", r != 0, CWD, a, FOLLOW))
#define OPEN(name, flags, path) WRAP(name, , open_noted(#name, (int)r, flags, path))
#define STREAM(name) WRAP(name, , named(#name, strpbrk((char *)b, "wa+") ? "writes" : "reads", r != 0, CWD, a, FOLLOW))
#define CHANGE(name, dir, path, how) WRAP(name, , named(#name, "writes", WENT_WELL, (int)dir, path, how))
#define CHANGE_BOTH(name, dir, path, dir2, path2)                          \
  WRAP(name, , named(#name, "writes", WENT_WELL, (int)dir, path, ENTRY);   \
       named(#name, "writes", WENT_WELL, (int)dir2, path2, ENTRY))
#define MAKE(name) WRAP(name, , named(#name, "writes", r != 0 && WENT_WELL, CWD, a, ENTRY))
#define CHANGE_OPEN(name) WRAP(name, , named(#name, "writes", WENT_WELL, (int)a, 0, FOLLOW))
/* Noted before it is tried: what it starts may never come back. */
#define RUN(name, program) WRAP(name, note(#name, "other", 1, (const char *)program), )
#define OTHER(name) WRAP(name, note(#name, "other", 1, ""), )

OPEN(open, b, a)
OPEN(open64, b, a)
OPEN(openat, c, b)
OPEN(openat64, c, b)
OPEN(__open_2, b, a)
OPEN(__open64_2, b, a)
OPEN(__openat_2, c, b)
OPEN(__openat64_2, c, b)
OPEN(creat, O_CREAT, a)
OPEN(creat64, O_CREAT, a)
STREAM(fopen)
STREAM(fopen64)
STREAM(freopen)
STREAM(freopen64)

LOOK(access, CWD, a, FOLLOW)
LOOK(faccessat, a, b, FOLLOW)
LOOK(stat, CWD, a, FOLLOW)
LOOK(stat64, CWD, a, FOLLOW)
LOOK(lstat, CWD, a, ENTRY)
LOOK(lstat64, CWD, a, ENTRY)
LOOK(fstatat, a, b, d & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
LOOK(fstatat64, a, b, d & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
LOOK(__xstat, CWD, b, FOLLOW)
LOOK(__xstat64, CWD, b, FOLLOW)
LOOK(__lxstat, CWD, b, ENTRY)
LOOK(__lxstat64, CWD, b, ENTRY)
LOOK(__fxstatat, b, c, e & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
LOOK(__fxstatat64, b, c, e & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
LOOK(statx, a, b, c & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
LOOK(statfs, CWD, a, FOLLOW)
LOOK(statfs64, CWD, a, FOLLOW)
LOOK(pathconf, CWD, a, FOLLOW)
LOOK(readlink, CWD, a, ENTRY)
LOOK(readlinkat, a, b, ENTRY)
LOOK(inotify_add_watch, CWD, b, FOLLOW)
LOOK(chdir, CWD, a, FOLLOW)
LOOK(scandir, CWD, a, FOLLOW)
LOOK(scandir64, CWD, a, FOLLOW)
LOOK_IN(opendir)
LOOK_IN(realpath)

CHANGE(unlink, CWD, a, ENTRY)
CHANGE(unlinkat, a, b, ENTRY)
CHANGE(remove, CWD, a, ENTRY)
CHANGE(rmdir, CWD, a, ENTRY)
CHANGE(mkdir, CWD, a, ENTRY)
CHANGE(mkdirat, a, b, ENTRY)
CHANGE(mkfifo, CWD, a, ENTRY)
CHANGE(mknod, CWD, a, ENTRY)
CHANGE(mknodat, a, b, ENTRY)
CHANGE(chmod, CWD, a, FOLLOW)
CHANGE(fchmodat, a, b, FOLLOW)
CHANGE(chown, CWD, a, FOLLOW)
CHANGE(lchown, CWD, a, ENTRY)
CHANGE(fchownat, a, b, e & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
CHANGE(truncate, CWD, a, FOLLOW)
CHANGE(truncate64, CWD, a, FOLLOW)
CHANGE(utime, CWD, a, FOLLOW)
CHANGE(utimes, CWD, a, FOLLOW)
CHANGE(lutimes, CWD, a, ENTRY)
CHANGE(futimesat, a, b, FOLLOW)
CHANGE(utimensat, a, b, d & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW)
CHANGE_BOTH(rename, CWD, a, CWD, b)
CHANGE_BOTH(renameat, a, b, c, d)
CHANGE_BOTH(renameat2, a, b, c, d)
CHANGE_BOTH(link, CWD, a, CWD, b)
CHANGE_BOTH(linkat, a, b, c, d)
CHANGE_BOTH(symlink, CWD, a, CWD, b)
CHANGE_BOTH(symlinkat, CWD, a, b, c)
MAKE(mkdtemp)
MAKE(mkstemp)
MAKE(mkstemp64)
MAKE(mkostemp)
MAKE(mkostemp64)

CHANGE_OPEN(fchmod)
CHANGE_OPEN(fchown)
CHANGE_OPEN(ftruncate)
CHANGE_OPEN(ftruncate64)
CHANGE_OPEN(futimens)
CHANGE_OPEN(futimes)
CHANGE_OPEN(write)
CHANGE_OPEN(writev)
CHANGE_OPEN(pwrite)
CHANGE_OPEN(pwrite64)
CHANGE_OPEN(pwritev)
CHANGE_OPEN(pwritev64)
CHANGE_OPEN(sendfile)
CHANGE_OPEN(sendfile64)

RUN(execve, a)
RUN(execv, a)
RUN(execvp, a)
RUN(execvpe, a)
RUN(posix_spawn, b)
RUN(posix_spawnp, b)
RUN(system, a)
RUN(popen, a)
RUN(dlopen, (a ? a : (long)"itself"))
OTHER(fexecve)
OTHER(fork)
OTHER(kill)
OTHER(tmpfile)
OTHER(tmpfile64)
OTHER(socket)
OTHER(socketpair)
OTHER(connect)
OTHER(bind)
OTHER(listen)
OTHER(accept)
OTHER(accept4)
OTHER(send)
OTHER(sendto)
OTHER(sendmsg)
OTHER(sendmmsg)
OTHER(getaddrinfo)
OTHER(gethostbyname)
OTHER(getpwnam_r)
OTHER(getpwuid_r)
OTHER(getgrnam_r)
OTHER(getgrgid_r)
OTHER(shmget)
OTHER(syslog)

/* A child of vfork() may not return from here, so it gets a copy of the process. */
long watch_vfork(void) __asm__("vfork");
long watch_vfork(void) {
  note("vfork", "other", 1, "");
  return next("fork")(0);
}

/* Numbers that Node calls by itself and that touch nothing by name; all but these and a look are noted. */
static int harmless(long number) {
  return number == SYS_futex || number == SYS_gettid || number == SYS_getrandom || number == SYS_membarrier ||
         number == SYS_getcpu || number == SYS_capget || number == SYS_close || number == SYS_preadv;
}

long watch_syscall(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");
long watch_syscall(long number, long a, long b, long c, long d, long e, long f) {
  char text[] = "number 0000";
  for (long rest = number, at = 10; rest > 0 && at > 6; rest /= 10) text[at--] = (char)('0' + rest % 10);
  if (number != SYS_statx && !harmless(number)) note("syscall", "other", 1, text);
  if (raw == NULL) raw = next("syscall");
  long r = raw(number, a, b, c, d, e, f);
  if (number == SYS_statx) named("statx", "reads", WENT_WELL, (int)a, b, c & AT_SYMLINK_NOFOLLOW ? ENTRY : FOLLOW);
  return r;
}
