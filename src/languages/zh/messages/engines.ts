import type { Messages } from '../../en/messages/index.ts'

export const engines: Messages['engines'] = {
  magma: {
    unknownPart: (words, given) => `dream magma consolidate 支持 ${words}，不支持 ${given}`,
    states: {
      ready: '可用',
      behind: '可用，但有滞后',
      absent: '尚未建立',
      'other-model': '由另一个模型建立',
      damaged: '已损坏',
      unusable: '不可用',
      off: '已关闭',
    },
    inVault: '在 Obsidian 库中',
    inState: '在 Dream 的状态目录中（没有设置 obsidian.vault）',
    records: (many, where, home) => `${many} 条记录，${where}：${home}`,
    documents: (many, layers) => `${many} 篇文档可搜索；各层：${layers}`,
    index: (state, words) => `向量索引：${state}，${words}`,
    vectors: (rows, model, dimensions, behind) =>
      `${rows} 个向量${model === null ? '' : `，${model}（${dimensions} 维）`}${behind === 0 ? '' : `，缺 ${behind} 个`}`,
    builds: '可建立索引',
    rebuilt: (words, embedded, kept, removed, seconds) =>
      `向量索引共 ${words}：新建 ${embedded}，未变 ${kept}，删除 ${removed}，用时 ${seconds} 秒。`,
    dryRun: '没有写入任何内容：以下是将要做的。',
    files: '文件',
    filesDone: (folders, archived, written, proposals) =>
      `${folders} 个目录：归档 ${archived}，写入 ${written}，${proposals} 条提议待处理`,
    filesToMagma: '从文件到 MAGMA',
    nothingNew: '没有新内容可接收',
    takenOver: (record, layer) => `接收为 ${record}（${layer}）`,
    updated: (record, layer) => `更新为 ${record}（${layer}）`,
    itself: 'MAGMA 自身',
    nothing: '没有要做的',
    duplicate: of => `已归档：与 ${of} 内容相同`,
    moved: (from, to, why) => `从 ${from} 移到 ${to}：${why}`,
    related: notes => `在 ${notes} 条笔记中写入了关系`,
  },

  check: {
    agree: folders => `文件与 MAGMA 一致（检查了 ${folders} 个目录）。`,
    conflicts: many => `文件与 MAGMA 之间有 ${many} 处冲突`,
    against: (note, type, severity) => `与 magma/${note} 冲突（${type}，${severity}）`,
    differ: what => `不同之处：${what}`,
    wins: {
      'ccb-wins': '以文件为准：user 和 feedback 类笔记跟随文件',
      'magma-wins': '以 MAGMA 为准：长期知识跟随 MAGMA',
      'manual-review': '由你决定',
    },
    did: {
      settled: '已解决',
      proposed: '等你批准',
      queued: '等你处理',
      answered: '你已拒绝',
      'changed-meanwhile': '同一时刻有改动；没有写入任何内容',
      failed: '失败；没有写入任何内容',
    },
    or: command => `${command}（或 note）`,
  },

  graph: {
    unknownRelation: (kinds, word) => `--relation 支持 ${kinds}，不支持 ${word}`,
    missing: label => `${label}（不存在）`,
  },

  auto: {
    failed: why => `自动运行失败：${why}`,
    whichSession: '哪个会话？请用 --session ID，或用 --hook 传入 hook 的 JSON。',
    badSession: '会话 ID 由字母、数字、点和短横线组成',
  },

  daemon: {
    unknown: (word, near) =>
      `dream auto daemon 只支持 status 或不带参数，不支持 ${word}${near === undefined ? '' : `（你是不是指 ${near}？）`}`,
    moved: word =>
      `dream auto daemon ${word} 已改为 ${word === 'install' ? 'dream setup timer' : 'dream setup timer --undo'}`,
    neverSeen: '从未运行过。',
    working: (pid, seen) => `正在运行：进程 ${pid}，最近一次活动 ${seen}。`,
    notWorking: seen => `没有在运行；最近一次活动 ${seen}。`,
    log: path => `日志：${path}`,
  },

  config: {
    environment: name => `环境：${name}`,
    sourced: (value, source) => `${value}（${source}）`,
    default: '默认',
    models: '模型',
    needsTrust: '暂不生效，需要你阅读后运行 dream config trust',
    unknownVariable: name => `设置了 ${name}，但它不是 Dream 的设置`,
    unknown: (what, near) => `${what} 不是一项设置${near === undefined ? '' : `（你是不是指 ${near}？）`}`,
    notSet: '未设置',
  },

  trust: {
    none: '没有信任任何项目。',
    since: day => `自 ${day} 起，以当时的内容为准`,
    did: {
      trusted: '已信任，直到内容有改动',
      already: '之前已信任',
      revoked: '已取消信任',
      'was-not-trusted': '之前没有信任',
      asked: '没有信任；没有任何改动',
    },
    needsPerson: '只有人能信任项目：请先看 dream config，再加 --yes',
    asksNothing: '没有需要信任的设置',
    leadsTo: place => `指向项目之外的 ${place}`,
    confirm: '按现在的内容信任它？',
  },

  completion: {
    unknown: (shell, near) =>
      `不支持 ${shell} 的补全；支持 bash、zsh 和 fish${near === undefined ? '。' : `（你是不是指 ${near}？）`}`,
  },
}
