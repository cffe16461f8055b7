import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const work: Messages['work'] = {
  headings: { 'Usage:': '用法：', 'Options:': '选项：', 'Arguments:': '参数：' },

  store: {
    busy: holder => `另一个运行正在这里进行：${holder}`,
    nativeDream: (pid, file) => `agent 自己的 dream 正在这里运行（进程 ${pid}，${file}）。请等它结束再试`,
    nativeTime: (file, why) => `无法更新 ${file} 的时间：${why}`,
    gone: '它已不存在',
    taken: '现在已有同名文件',
    changed: '制定计划之后有改动',
    indexLeft: file => `运行期间有人编辑了 ${file}：编辑保留，其中仍列有已移走的笔记。请再运行一次 dream`,
    indexEdited: file => `运行期间有人编辑了 ${file}；编辑保留，索引随后更新`,
  },

  applyPlan: {
    twice: root => `计划两次提到 ${root}`,
    relative: root => `计划提到目录 ${root}，但它不是绝对路径`,
    otherSpelling: (root, real) => `计划提到 ${root}；它的真实路径是 ${real}`,
    unknown: root =>
      `计划提到 ${root}，但它不是这个项目的记忆目录，Dream 也不认识。如果确实要用，请加 --folder 或 --all-projects`,
    gone: root => `${root} 已不存在，或无法列出`,
    notMemory: root => `${root} 不是记忆目录：里面没有 Markdown 文件`,
    doneAll: label => `${label}：这份计划的改动都已由之前的运行完成`,
    donePart: (label, done, all) => `${label}：这份计划的 ${all} 处改动中，${done} 处已由之前的运行完成`,
    youKept: '你选择了保留',
  },

  journals: {
    vault: path => `vault ${path}`,
    vaultSet: path => `vault ${path}（journal.vault）`,
    vaultMissing: vault => `${vault} 不存在。dream journal init 会创建它`,
    vaultNoFolder: vault => `${vault} 不是目录`,
    vaultLinkOut: vault =>
      `${vault} 是指向工作区之外的链接，不会跟随。如果确实要用，请把 DREAM_VAULT_PATH 设为它`,
    sayWhatToForget: '没有要忘记的内容：请描述一下',
    sayWhatToIndex: '没有要收录的内容：请给出网址、文件或文字',
    sayWhatToRemember: '没有要记住的内容：请写一段文字',
    kept: files => `没有写入任何内容：${files} 一直在变。请再试一次`,
    keptChanging: '没有写入任何内容：日记一直在变。请再试一次',
    changed: files => `${files} 在同一时刻被改动。请再试一次`,
    tooManyMatches: (matches, all) => `${all} 条中有 ${matches} 条匹配。请描述得更准确，或加 --allow-large`,
    finishedEarlier: '之前一次尝试被中断，现已完成；没有重复写入',
    overLimit: details => `MEMORY.md 已超出上限，因此只写入日记。${details}`,
    onlyJournal: '它像是密钥或指令，因此只写入日记',
    overLimitNothing: details => `没有写入任何内容：MEMORY.md 已超出上限。${details}`,
    removedDamaged: entries =>
      `removed-entries.json 已损坏：其中 ${entries} 条可以读取，予以保留；损坏的内容存在历史里`,
    ledgerDamaged: blocks => `ledger.md 有 ${blocks} 个不完整的块，保持不动`,
    snapshotChanging: 'MEMORY.md 一直在变',
    modelRefused: why => `模型的回答未被采纳（${why}）；由规则判断`,
    nothingWritten: '没有写入任何内容',
    leaving: (lines, all, percent) => `${all} 行中有 ${lines} 行（快照的 ${percent} %）会同时移出`,
    notDay: name => `memory/${name} 名字像日期却不是日期：没有读取`,
    outside: chars => `Dream 的章节之外有 ${number(chars)} 个字符`,
  },

  demo: {
    steps: [
      '一个小商店的 agent 记住了什么',
      'Dream 会做什么，依据是什么',
      '执行',
      '执行后的目录',
      '历史中有每一处改动',
      '撤销',
      '真的和之前一样吗？',
    ],
    kept: path => `全部内容在 ${path}`,
    differs: files => `不一样：${files}。`,
    same: files => `是的：${files} 个文件，每个字节、文件时间和权限位都和之前一样。`,
    next: '现在用在你自己的记忆上：',
    look: '只查看当前项目的记忆',
    run: '查看计划，决定，执行',
    undo: '撤销',
  },
}
