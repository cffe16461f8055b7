import { count, number } from './count.ts'

/** What disks, projects, git, web pages and memory folders answer. */
export const places = {
  errors: {
    EACCES: 'permission denied',
    EDQUOT: 'the disk quota is used up',
    EIO: 'the disk reported an error',
    EISDIR: 'it is a folder',
    ELOOP: 'it is a symbolic link, or links lead in a circle',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'its name is too long',
    ENFILE: 'too many files are open',
    ENOENT: 'it does not exist',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of its path is not a folder',
    ENOTREG: 'it is not a regular file',
    ENXIO: 'nothing answers on the other side',
    EPERM: 'not permitted',
    EROFS: 'the file system is read-only',
    ESTALE: 'the network file system lost it',
    EXDEV: 'it is on another file system',
  },
  withCode: (words: string, code: string) => `${words} (${code})`,

  files: {
    cannotRead: (path: string, why: string) => `cannot read ${path}: ${why}`,
    cannotWrite: (path: string, why: string) => `cannot write ${path}: ${why}`,
    cannotList: (path: string, why: string) => `cannot list ${path}: ${why}`,
    cannotMakeFolder: (path: string, why: string) => `cannot create the folder ${path}: ${why}`,
    isDevice: 'it is a device',
    isLink: 'it is a symbolic link',
    notRegular: 'it is not a regular file',
    notUtf8: 'it is not valid UTF-8',
    tooLarge: 'it is too large',
    standardInput: 'the standard input',
    nothingPiped: 'nothing is piped into it',
    noSuchFile: (paths: string) => `no such file or folder: ${paths}`,
    noSuchFolder: (path: string) => `no such folder: ${path}`,
    linkOut: (link: string, folder: string) =>
      `${link} is a link out of ${folder} and is not followed. Put a folder there`,
  },

  locks: {
    held: (lock: string, holder: string) => `the ${lock} lock is held by ${holder}`,
    lost: (lock: string) => `the ${lock} lock was taken over by another process; nothing more was written`,
    unknownHolder: 'an unknown process',
    holder: (pid: number, host: string, command: string, since: string) =>
      `process ${pid} on ${host} (dream ${command}, since ${since})`,
    notTaken: (why: string) => `the lock could not be taken: ${why}`,
  },

  state: {
    refused: (path: string, why: string) => `Dream’s state directory ${path} ${why}`,
    isLink:
      'is a symbolic link and is not followed. Put a folder there, or set XDG_STATE_HOME to where it is',
    notFolder: 'is not a folder. Move it away',
    foreign: (owner: number, own: number) =>
      `belongs to another user (${owner}, not ${own}). Run Dream as that user, or set XDG_STATE_HOME to a folder of your own`,
    writable: (mode: string) =>
      `can be written by other users (mode ${mode}). Check what is in it, then run chmod go-w on it`,
  },

  project: {
    none: 'there is no project',
    folderGone: (path: string) => `the project folder does not exist: ${path}`,
    home: 'the home folder is not a project',
    gitUnknown: (why: string) => `git cannot be asked: ${why}`,
    onlyMemories: 'the project holds nothing but memories',
    notListed: (folder: string, why: string) => `${folder} could not be listed: ${why}`,
    tooManyFiles: (most: number) => `there are more than ${number(most)} files`,
    lookedUpNot: 'it could not be looked up',
    notInList: (folder: string) => `${folder} is left out of the project’s list of files`,
    tooManyPatterns: 'too many patterns, or one without bounds',
    matchedMoved: 'what it matched has moved',
    lostTrack: (path: string) => `it became ${path}, and history does not say where that went`,
    severalNames: 'several files had this name and have new ones',
    filesMoved: 'its files have moved',
    ignored: 'git ignores it now: a build may create it',
    onBranch: (main: string, here: string) => `exists on ${main}, this is ${here}`,
    commit: (commit: string) => `commit ${commit}`,
    notCommitted: 'deleted here, not committed',
    shallow: 'this is a shallow clone: its history is cut off',
    submodule: 'it is in a submodule, whose own history is not read',
    nested: 'it is in another repository, whose history is not read',
  },

  git: {
    notInstalled: 'git is not installed',
    noAnswer: (seconds: number) => `git did not answer within ${seconds} seconds`,
    tooMuch: 'git answered with more than can be read',
    notStarted: (why: string) => `git could not be started (${why})`,
    dubious: 'git does not trust this folder, because it belongs to another user (dubious ownership)',
    silent: 'git failed without a message',
    leadsOut: (file: string, to: string) =>
      `${file} leads to ${to}, outside the project. If git should follow it, run dream config trust there`,
    otherFolder: 'git takes another folder for this work tree',
  },

  links: {
    asking: 'checking links',
    asked: (links: number, reachable: number, gone: number, unknown: number) =>
      `${count(links, 'link')} checked: ${reachable} reachable, ${gone} gone, ${unknown} unknown`,
    notJudged: (links: number, why: string) => `${count(links, 'link')} not judged: ${why}`,
    tooMany: (most: number) => `only ${most} links are checked in one run`,
    noHost: 'no such host',
    offline: 'no host was found and no server answered: this machine may be offline',
    noAnswer: (ms: number) => `no answer within ${ms} ms`,
    notPublic: 'it leads into a network that is not public',
    notAsked: (code: string) => `it could not be checked (${code})`,
    unknownError: 'unknown error',
    noAddress: 'it is not an address',
    toNoAddress: 'it leads to something that is not an address',
    redirects: (most: number) => `it redirects more than ${most} times`,
    notHttp: 'it leads to something that is neither http nor https',
    password: 'it holds a password',
    secret: 'it holds what looks like a secret',
    port: 'its port is not one for web pages',
    privateName: 'its host is a name of a private network',
    hidesPrivate: (host: string) => `${host} answers 404 for private pages too`,
    answered: (status: number) => `the server answered ${status}`,
  },

  oddities: {
    dated: 'it is named by a date: a journal, not a memory',
    notUtf8: 'it is not valid UTF-8: left as it is',
    symlink: 'it is a symbolic link: not followed and not replaced',
    notFile: 'it is not a regular file',
    tooLarge: (bytes: string) => `it has ${bytes} bytes: more than 5 MB is not read`,
    vanished: 'it was removed while the folder was read',
    oddName: 'its name is not valid UTF-8: left as it is',
    twin: 'another file has the same name, spelled with other code points',
  },

  folders: {
    isFile: (path: string) => `${path} is a file. Name the folder it is in.`,
    nothingUnder: (path: string) => `${path} is a project with no memory folders under it.`,
    memoryAt: (path: string) => `Its memory is in ${path}.`,
    notFollowed: (file: string, to: string, project: string) =>
      `${file} leads to ${to}, outside the project: not followed. If it should be, run dream config trust in ${project}, or name the folder on the command line.`,
    projectUnknown: 'project unknown. Use --project DIR',
    belongsToUser: 'it belongs to you, not to one project. Use --project DIR',
    noTranscript: 'no transcript tells which project it belongs to',
    projectGone: (path: string) => `its project folder does not exist: ${path}`,
    journals: 'a journal workspace is not checked against a project',
    notPart: (workspace: string) =>
      `The OpenClaw workspace ${workspace} is not part of this project. Use --folder ${workspace} or --all-projects.`,
    noneHere:
      'no memory folder and no journal workspace here. Go to one, use --folder DIR, or run dream journal init there',
    noneForProject: 'No memory folder for this project.',
    noWorkspace:
      'no journal workspace here. Go to the folder that holds MEMORY.md and memory/, use --folder DIR, or run dream journal init there',
    compressed: 'it is compressed. Unpack it first',
    editsNotNoted: (label: string, why: string) =>
      `${label}: edits made outside Dream were not recorded: ${why}`,
    reading: (label: string) => `reading ${label}`,
    checking: (memories: number, label: string) =>
      `checking ${count(memories, 'memory', 'memories')} of ${label}`,
    nothingChanged: 'nothing to change',
    changed: (changes: number) => count(changes, 'change'),
  },
}
