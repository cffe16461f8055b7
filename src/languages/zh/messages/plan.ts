import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const plan: Messages['plan'] = {
  fates: { stays: '保留', goes: '归档' },
  classNames: {
    fresh: '有效',
    'partially-stale': '部分过时',
    'fully-stale': '完全过时',
    evergreen: '长期有效',
    unverified: '未查证',
  },
  origins: {
    user: '用户所说',
    assistant: '助手所说',
    tool: '来自工具结果',
    web: '来自网页',
    unknown: '来源不明',
    none: '没有来源标记',
  },

  underPropose: '在 `propose` 规则下，未经你同意不做任何改动',
  answered: day => `你在 ${day} 拒绝过`,
  suggested: '这是模型的建议；仅凭建议不做改动',
  unfindable: query => `没有它，就再也搜不到“${query}”`,
  lessTrusted: (file, origin) => `${file}（${origin}）可信度较低`,
  notAdded: (file, origin, to) => `${file}（${origin}）：未经你同意，其内容不会加入 ${to}`,

  verdicts: {
    heldBack: (because, held) => `本应归档（${because}），但保留：${held}`,
    waits: '等你决定',
    keptOver: files => `；取代了 ${files}`,
    fresh: (references, files) => `${references} 处引用都存在：${files}`,
    partiallyStale: (missing, all, files) =>
      `${all} 处引用中有 ${missing} 处已不存在：${files}；其余由你决定`,
    fullyStale: held => `提到的内容都已不存在，但保留：${held}`,
    waitsForYou: '等你决定',
    evergreen: '没有提到可以查证的内容',
    noFrontmatter: 'frontmatter 无法读取，因此不作判断',
    unknown: names => `提到的内容无法查证：${names}`,
    never: names => `提到的内容从来不在这个项目里：${names}`,
    elsewhere: names => `提到的内容在项目之外：${names}`,
  },

  suspended: {
    noProject: why => `跳过过时文件检查：${why}`,
    nothingFound: references => `跳过过时文件检查：${references} 处引用都无法查证`,
    paths: (paths, why) => `${paths} 个路径未判断：${why}`,
    names: names => `代码中的 ${names} 个名称未判断：项目中有文件无法读取`,
    readOnly: label => `${label} 只由它的agent写入：只检查和搜索，从不修改`,
    journals: label => `日记工作区：${label}/MEMORY.md 是快照，不是索引，保持不动`,
  },

  limits: {
    unclearLayout: label =>
      `${label}：MEMORY.md 可能是索引，也可能是日记的快照，因此不写入。请指明：--layout index 或 --layout journal`,
    failedListing: (label, why) => `${label}：无法完整列出目录（${why}），因此不写入。可以读取时再运行`,
    tooMany: (label, going, all, most) =>
      `${label}：${all} 条记忆中有 ${going} 条会同时归档；上限是 ${most} 条。请检查计划；确认无误后加 --allow-large 再运行`,
    moreThanHalf: (label, going, all) =>
      `${label}：${all} 条记忆中有 ${going} 条会归档，超过一半。没有选项可以放行：请确认项目是否正确；确实不要的，用 dream forget 逐条忘记`,
    lastMemory: label =>
      `${label}：一条记忆都不会剩下。没有选项可以放行：确实不要的，用 dream forget 逐条忘记`,
    wrongRoot: label => `${label}：记忆提到的内容都不在项目里，很可能不是对应的项目。请指明：--project 目录`,
    halvedFile: (label, file) => `${label}：改写 ${file} 会丢掉一半以上内容。请手动改正其中的链接，再运行`,
  },

  warnings: {
    notCompared: (label, memories, most) =>
      `${label}：${number(memories)} 条记忆太多，无法两两比较，因此不查找相近的重复和矛盾；上限是 ${number(most)} 条`,
    wrongRoot: label => `${label}：记忆提到的内容都不在项目里。如果不是对应的项目：--project 目录`,
    indexTooLong: (label, lines, bytes, mostLines, mostBytes) =>
      `${label}/MEMORY.md 将有 ${lines} 行、${bytes} 字节，但 agent 只读 ${mostLines} 行或 ${mostBytes} 字节。请合并或缩短记忆，让最新的能被读到`,
    unseenLine: (label, line, mostLines, mostBytes) =>
      `${label}/MEMORY.md：新的第 ${line} 行在 agent 所读的 ${mostLines} 行或 ${mostBytes} 字节之后。请移到前面，或合并、缩短条目`,
    unseenLines: (label, first, last, mostLines, mostBytes) =>
      `${label}/MEMORY.md：新的第 ${first} 到 ${last} 行在 agent 所读的 ${mostLines} 行或 ${mostBytes} 字节之后。请移到前面，或合并、缩短条目`,
  },

  refused: {
    foreignFile: file => `计划要改动 ${file}，但它不是记忆文件`,
    fileTwice: file => `计划对 ${file} 有两个操作`,
    indexNotWritten: kind => `计划要${kind === 'archive' ? '归档' : '追加'} MEMORY.md；索引只能编辑`,
    loadedFile: file => `计划要写入 ${file}，agent 会自动加载它；只能由人来写`,
    newName: (file, fault) => `计划要新建 ${file}：${fault}`,
    unknownCondition: file => `计划要等待 ${file}，却没有对它的操作`,
    tooLarge: (file, megabytes) => `计划会让 ${file} 超过 ${megabytes} MB`,
    journals: '这是日记工作区，计划不能改动它。请在那里使用 dream journal review',
    foreignLink: target => `计划在 MEMORY.md 中链接了 ${target}，但它不是这个目录的记忆`,
    halvedIndex: '计划会让 MEMORY.md 丢掉一半以上内容。请检查；确认无误后加 --allow-large 再运行',
    notJson: why => `计划不是 JSON（${why}）。请用 dream plan -o 文件 生成`,
    secretsHidden: '打印这份计划时隐藏了密钥，执行它会把遮盖后的文字写进笔记。请用 dream plan -o 文件 生成',
    invalid: (where, fault) => `计划无法使用：${where}：${fault}`,
    wholePlan: '计划',
  },

  newNames: {
    loaded: 'agent 会自动加载它；只能由人来写',
    odd: '新记忆需要以 .md 结尾、不是日期的普通名字，例如 deploy-steps.md',
    taken: twin => `已有 ${twin}，名字相同或只是写法不同`,
  },
}
