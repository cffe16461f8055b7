import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const review: Messages['review'] = {
  nothingChanged: '没有改动任何文件。',
  runWithYes: '没有改动任何文件。加上 --yes 即可执行。',
  outcome: { archive: '已归档', write: '已写入', append: '已追加' },
  undoes: command => `${command}  可撤销`,
  inMemoryFolder: (file, label) => `${file} 位于记忆目录 ${label} 中；请换一个目录之外的位置`,

  approve: {
    question: '执行这些改动？之后可用 dream undo 撤销。',
    apply: '执行',
    oneByOne: '逐条决定',
    oneByOneHint: '逐条查看并决定，包括 MEMORY.md',
    notNow: '暂不',
    keep: '保留',
    archive: '归档',
    skip: '跳过',
    skipHint: '文件保持不变',
  },

  consult: {
    moved: 'dream consult 已改为 dream --consult（同名目录请写 ./consult）',
    needed: '--record 和 --replay 需要与 --consult 一起使用',
    noModel: '没有为 agents 设置模型，因此没有询问。',
    nothing: '没有要询问的内容：每对相近的笔记都已有规则覆盖。',
    asked: (model, pairs, raised) =>
      `已就 ${pairs} 对笔记询问 ${model}：${raised === 0 ? '没有需要注意的' : `有 ${raised} 个问题等你决定；没有改动任何文件`}。`,
  },

  apply: {
    needsYes: '没有改动任何文件：dream apply 改动文件前要询问，而这里没有终端。请先阅读计划，再加 --yes。',
    nothing: '这份计划不做任何改动。',
    would: { write: '将被写入', append: '将被追加', archive: '将被归档' },
    changedSince: '制定计划之后有改动，因此会保持不动',
  },

  queue: {
    answered: {
      rejected: '已拒绝。相关文件有改动时才会再次询问。',
      never: '已永久拒绝。dream queue --answered 可列出。',
      reopened: '已重新打开。',
    },
    confirm: '接受这一项？之后可用 dream undo 撤销。',
    progress: (at, all) => `第 ${at} 项，共 ${all} 项`,
    whatNow: '怎么处理？',
    keys: {
      accept: '接受',
      reject: '拒绝',
      rejectHint: '直到有改动',
      edit: file => `编辑 ${file}`,
      skip: '跳过',
      skipHint: '回车',
      never: '不再询问',
      quit: '退出',
    },
    empty: '没有等你处理的事项。',
    noAnswers: '还没有答复过任何事项，或者相关文件已有改动。',
    howToAnswer: '处理一项；也可用 --reject 或 --never。在终端里运行 dream queue 会逐条询问',
    id: id => `ID ${id}`,
    needsReview: why => `需要你判断：${why}`,
    saidNever: day => `你在 ${day} 永久拒绝了它`,
    saidNo: day => `你在 ${day} 拒绝了它，直到有改动为止`,
    accepting: what => `接受后：${what}`,
    onlyIn: file => `只在 ${file} 中`,
    moreLines: lines => `……还有 ${lines} 行`,
  },

  extract: {
    question: '把这些保存为笔记？之后可用 dream undo 撤销。',
    keepAll: '全部保存',
    noHelp: (model, why) => `${model} 没有给出回答：${why}`,
    read: (conversations, turns, label, others) =>
      `为 ${label} 读取了 ${conversations} 次对话中的 ${turns} 条新消息${others > 0 ? `；另有 ${others} 次没有新内容` : ''}`,
    unreadable: '无法读取',
    own: 'Dream 自己的会话，已跳过',
    tooLong: lines => `有 ${lines} 行太长，已跳过`,
    odd: lines => `有 ${lines} 行格式未知，已跳过`,
    left: conversations => `还有 ${conversations} 次更早的对话留待下次`,
    draft: (type, origin, day, quote) => `${type}，${origin}${day === undefined ? '' : `，${day}`}：${quote}`,
    dropped: many => `没有保留（${many}）：`,
    moreDropped: many => `还有 ${many} 条；--json 可列出全部`,
    nothing: '没有值得保留的内容。',
    noneKept: '一条都没有保留。',
    dryRun: many => `[DRY RUN] 没有写入任何内容；会提议 ${many} 条笔记。`,
    declined: command => `没有写入任何内容；${command} 会再次询问。`,
    waiting: (many, command) => `${many} 条笔记等你处理：${command}`,
    written: '已写入',
  },

  agent: {
    estimate: (
      notes: number,
      model: string,
      tokens: number,
      most: number,
      usd: { readonly about: string; readonly most: string } | null,
    ) =>
      `${number(notes)} 条笔记，${model}：约 ${number(tokens)} 个 token${usd === null ? '' : `（$${usd.about}）`}，至多 ${number(most)} 个${usd === null ? '' : `（$${usd.most}）`}。`,
    stops: {
      'out-of-steps': '步数已用完（可用 --steps 增加）',
      'out-of-tokens': 'token 已用完',
      'out-of-time': '超时',
      'over-budget': '预算已用完',
    },
    finished: (steps, seconds) => `dream agent 用 ${steps} 步、${seconds} 秒完成。`,
    stopped: (steps, seconds, word, why) =>
      `dream agent 在 ${steps} 步、${seconds} 秒后停止：${word}，${why}。`,
    restWaits: '在此之前的结果等你处理。',
    ownWords: '它的总结',
    tools: (calls, refused) => `工具：${calls}${refused === 0 ? '' : `；拒绝 ${refused} 次`}`,
    more: many => `还有 ${many} 条（--verbose）`,
    moreLines: lines => `还有 ${lines} 行（--verbose）`,
    change: { added: '新增', rewritten: '改写', retired: '归档' },
    nothing: '没有改动：agent 让目录保持原样。',
    notTaken: why => `未采用：${why}`,
    wanted: '它想做的',
    done: '已完成',
    would: '将要做的',
    searchCheck: (asked, before, after) =>
      `搜索检查：${asked} 个测试查询中，之前 ${before} 个能找到答案，之后 ${after} 个`,
    waits: '等你处理',
    left: '保持不变',
    index: entries => `已更新：${entries}`,
    held: why => `需要你批准：${why}`,
    withheld: '全部拦下',
    applyWaiting: '执行等待中的部分',
    undo: '全部撤销',
  },

  spent: {
    title: '模型调用：',
    together: '合计',
    amount: (calls, input, output, cost) =>
      `${calls} 次调用，发送 ${number(input)} token，收到 ${number(output)}，${cost}`,
    unknownPrice: '价格未知',
    little: '不到 $0.01',
  },

  near: note => `有相近的笔记，已保留：${note}`,
}
