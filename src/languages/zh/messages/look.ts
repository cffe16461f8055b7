import type { Messages } from '../../en/messages/index.ts'

const list = (names: readonly string[], more: number): string =>
  `${names.join('、')}${more === 0 ? '' : ` 等 ${names.length + more} 个`}`

export const look: Messages['look'] = {
  help: {
    look: {
      summary: '查看 agent 看不到什么、丢失了什么、什么已经过时；不改动任何笔记',
      options: {},
      examples: ['当前项目的记忆', '当前用户的所有记忆目录', '指定一个目录，列出全部发现'],
    },
    adopt: {
      summary: '项目移动或改名后，把原来的记忆带到 agent 现在读取的位置',
      options: { memory: '要接管的记忆目录（默认：与当前项目相符的那个）' },
      examples: ['先显示会复制什么，再询问', '不询问直接执行', '指定一个目录'],
    },
  },

  headline: (folders, notes) => `${folders} 个记忆目录，${notes} 条笔记。只查看，没有改动任何笔记。`,
  none: '没有找到记忆目录',
  noneSeen: '还没有可以查看的记忆。运行 dream demo 可以看到 Dream 在示例项目上的完整过程。',
  looked: places => `查找过：${places.join('、')}`,
  notChecked: (folders, more) => `没有检查：${list(folders, more)}。要查看请运行：dream look ${folders[0]}`,
  moved: (memory, project, why) =>
    `这个项目的记忆可能在 ${memory}（${why}；项目原来在 ${project}）。运行 dream adopt 即可带过来`,
  movedBy: { commit: '首个提交相同', remote: 'git 远程地址相同', name: '目录名相同' },

  notes: many => `${many} 条笔记`,
  journals: '日记工作区：用 dream journal status 查看',
  unclear: '无法判断是索引还是日记：请加 --layout index 或 --layout journal',
  empty: '没有笔记',
  dated: many => `没有笔记；有 ${many} 个以日期命名的文件，是日记。提炼方法见 dream journal --help`,
  joined: (...parts) => parts.join('；'),
  about: (subject, words) => `${subject}：${words}`,
  and: parts => parts.join('，'),
  first: '首次查看：从现在起，这里丢失笔记时 Dream 会告诉你',
  busy: '这里正在运行一次整理，暂时无法判断是否有笔记丢失',
  interrupted: '这里有一次运行被中断，完成之前无法判断是否有笔记丢失',
  notNoted: why => `没能记录这次看到的内容：${why}`,
  fine: '没有需要处理的',
  fineFolders: (many, labels, more) => `${many} 个目录没有需要处理的：${list(labels, more)}`,
  emptyFolders: (many, labels, more) => `${many} 个目录没有笔记：${list(labels, more)}`,
  next: (command, what) => `→ ${command}  ${what}`,
  more: (many, command) => `另有 ${many} 条：${command}`,

  vanished: {
    title: many => `丢失：${many} 条笔记被 Dream 以外的程序或人删除`,
    seen: day => `最后修改于 ${day}`,
    commit: commit => `在提交 ${commit} 中删除`,
    notKept: 'Dream 没有副本',
    older: (many, days) => `另有 ${many} 条笔记在 ${days} 天前就已丢失`,
    folder: (label, notes, day) => `丢失：整个目录 ${label}（${notes} 条笔记，最后看到于 ${day}）`,
    restoreFolder: '从 Dream 的副本恢复',
    withProject: many => `${many} 个记忆目录随项目一起消失：dream look --all-projects -v 可列出`,
  },
  unseen: {
    title: many => `agent 看不到的：${many} 条`,
    noIndex: many => `没有 MEMORY.md：${many} 条笔记都不会被加载`,
    notListed: (files, more) => `不在 MEMORY.md 里：${list(files, more)}`,
    beyond: lines => `MEMORY.md 有 ${lines} 条排在 agent 加载范围（200 行或 25,000 字节）之后：`,
    unreadable: 'MEMORY.md 不是有效的 UTF-8',
    add: many => `把${many === 1 ? '它' : '它们'}加进 MEMORY.md；会先显示计划并询问`,
    shorten: '列出全部；合并或缩短 MEMORY.md 的条目，它们才会重新被加载',
  },
  nowhere: {
    title: many => `指向不存在的内容：${many} 条笔记或索引行`,
    more: many => `另有 ${many} 处`,
    archive: many => `归档其中 ${many} 条所指内容已全部消失的笔记；会先显示计划并询问`,
    explain: '查看依据',
  },
  contradicts: {
    title: many => `互相矛盾：${many} 处`,
    decide: '对照两边的原文，由你选择',
    archive: () => '归档较旧的笔记；会先显示计划并询问',
  },
  going: {
    title: (files, more) => `别处已有同样内容：${list(files, more)}`,
    apply: many => `归档${many === 1 ? '它' : '它们'}；会先显示计划并询问`,
  },
  waiting: {
    title: many => `等你决定：${many} 项`,
    above: (many, all) => (many === 0 ? '' : many === all ? '，见上文' : `，其中 ${many} 项见上文`),
    decide: '逐条询问',
  },
  also: many => `另有 ${many} 处小问题`,
  showAll: '显示全部',
  notKept: (files, more) => `没有保存副本：${list(files, more)}（不是文本，或超过 5 MB）`,
  aside: (words, more) => `${words}（${more}）`,

  totals: '合计',
  total: {
    vanished: many => `丢失 ${many} 条`,
    unseen: many => `agent 看不到 ${many} 条`,
    nowhere: many => `${many} 条指向不存在的内容`,
    contradicts: many => `${many} 处矛盾`,
    waiting: many => `${many} 项等你决定`,
  },
  nothing: '没有需要你处理的：没有笔记丢失，agent 能看到每一条笔记，也没有等你决定的事项。',

  adopt: {
    none: '没有找到与当前项目相符的记忆目录。如果要接管某个目录，请指定：dream adopt 目录',
    noPlace: '没有发现把记忆放在项目之外的 agent',
    unknown: folder =>
      `${folder} 不存在，Dream 也从未见过它，没有可以接管的内容。dream look --all-projects 可列出现有的目录`,
    itself: folder => `${folder} 已经是这个项目的记忆，不需要接管`,
    empty: folder => `${folder} 里没有笔记，没有可以接管的内容`,
    several: folders => `有多个记忆目录可能属于这个项目，请指定一个：\n${folders.join('\n')}`,
    from: (folder, notes) => `来源：${folder}（${notes} 条笔记）`,
    fromCopies: (folder, notes) => `来源：Dream 保存的 ${folder} 的副本（${notes} 条笔记）`,
    to: folder => `目标：${folder}`,
    why: (why, project) => `${why}；项目原来在 ${project}`,
    would: (many, files, more) => `将复制 ${many} 个文件：${list(files, more)}`,
    copied: many => `已复制 ${many} 个文件。`,
    same: many => `${many} 个文件已经在那里，内容相同`,
    conflicts: (files, more) =>
      `没有复制：目标里已有同名但内容不同的文件：${list(files, more)}。请手动对照合并。`,
    notText: (files, more) => `没有复制：不是文本，或超过 5 MB：${list(files, more)}`,
    subfolders: (folders, more) => `子目录不会复制：${list(folders, more)}`,
    untouched: '原目录保持不变。',
    historyStays: command => `Dream 对原目录的历史记录仍留在原处：${command}`,
    nothing: '没有要复制的：全部都已在那里。',
    question: many => `复制 ${many} 个文件？`,
    declined: '没有复制任何文件。',
    runWithYes: '没有复制任何文件。加上 --yes 即可复制。',
    failed: '没有复制任何文件',
    undo: command => `${command} 可以撤销`,
  },
}
