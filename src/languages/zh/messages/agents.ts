import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const agents: Messages['agents'] = {
  noKey: (variable, endpoint) => `${variable} 是空的。请把 ${endpoint} 的密钥写进去`,
  noModel:
    '还没有给 agent 设置模型。请设置 llm.agents.preset，或 llm.agents.endpoint、model 和 keyVariable，或把 llm.agents.api 设为 claude-command',
  modelHelp: why => `${why}。详见 docs/models.md；dream prompt 会输出可交给其他 agent 的提示词`,
  whichFolder: '没有找到记忆目录。请指定一个：--folder 目录',
  oneFolder: labels => `dream agent 一次只处理一个目录。请从中选一个：${labels}`,
  step: 'agent 正在工作，步骤',
  asking: label => `正在向模型询问 ${label}`,

  automatic: {
    notReady: what => `autoDream.model.enabled 为 true，但没有可询问的模型：${what} 未设置。规则已完成工作`,
    drafts: (many, what) =>
      what === 'written'
        ? `从对话中得到 ${number(many)} 条新笔记`
        : `从对话中得到 ${number(many)} 条新笔记，在 dream queue 中等待`,
    unanswered: why => `模型没有回答全部问题（${why}）；这些会话会再读一次`,
    plan: (label, many) => `dream agent 为 ${label} 留下了包含 ${number(many)} 处修改的计划：dream queue`,
    stopped: (label, why) => `dream agent 没有完成 ${label}（${why}）`,
    stillWaits: label => `dream agent 为 ${label} 的上一个计划仍在 dream queue 中等待`,
    tooDear: (tokens, left) => `大约需要 ${number(tokens)} 个 token，而预算中只剩 ${number(left)} 个`,
    failed: (what, why) => `模型未能协助 ${what}：${why}`,
    spent: tokens => `${number(tokens)} 个 token`,
  },

  cannot: {
    journal: label => `${label} 存放的是日记。请在那里使用 dream journal review`,
    unclear: label => `${label} 既可能是索引也可能是日记。如果里面的笔记是文件，请加 --layout index`,
    notListed: label => `${label} 没能完整列出。请等它可读后再试`,
    remember: label => `${label} 存放的是日记。请用 dream remember 写入；dream journal review 会提炼它们`,
    holdsNone: label =>
      `${label} 里没有笔记。要在那里存放笔记，请加 --layout index；要写日记，请在那里运行 dream journal init`,
  },
  noFolder: '没有可写入的记忆目录。请用 --folder 指定一个',
  severalFolders: (many, labels) => `这里有 ${many} 个记忆目录（${labels}）。请用 --folder 选一个`,
  noSession: (names, all) => `这个项目的 ${all} 个会话中没有 ${names}。请改为指定它的文件`,
  noTranscript: path => `没有这个会话记录：${path}`,
  badTranscript: (path, why) => `无法把 ${path} 当作会话记录读取：${why}`,
  cursorsNotWritten: why => `无法记下对话读到了哪里，下次会重新读取：${why}`,

  dropped: {
    badOrigin: (origin, type) => `${origin}，不足以成为 ${type} 类笔记`,
    userAlone: '这只能由用户自己来说',
    secret: '看起来是密钥或口令',
    instruction: '是对读者的指令',
    tooLong: most => `超过 ${number(most)} 个字符`,
    tooLittle: '内容太少',
    documented: path => `${path} 里已经有了`,
    inCode: '从代码就能看出来',
    inCodeAt: names => `从代码就能看出来：${names}`,
    known: file => `已经记住：${file}`,
    saidLater: '后面又说了一遍',
    takenBack: '后面收回了',
    overLimit: '超出一次对话的上限',
    earlier: many => `更早的 ${many} 条`,
    more: many => `另外 ${many} 条`,
    tooMany: '一次太多了',
    noType: '类型未知',
    notSaid: '对话里没有这句话',
    quoted: '是引用或粘贴的，不是说的',
  },

  waits: {
    origin: origin => `它是${origin}`,
    lessTrusted: origin => `agent 读过${origin}的内容，可信度较低`,
    noNote: '它没有指向这个目录里的笔记',
    noteWaits: '它的笔记在等你处理',
    noteOrigin: origin => `它的笔记：${origin}`,
    instruction: '它在指示读者做事',
    instructionQuoted: quote => `它在指示读者做事：“${quote}”`,
    ownWords: origin => `agent 读了${origin}的内容后自己写的`,
    pinned: 'agent 把它置顶了',
    aboutYou: 'agent 把它改成了关于你的笔记',
    ownAboutYou: '它是关于你的，却是 agent 自己的话',
    ownPinned: '它已置顶，却是 agent 自己的话',
    ownFeedback: '它是 feedback，却是 agent 自己的话',
    noFrontmatter: origin => `${origin}，而它没有 frontmatter 可以注明`,
    unanswered: question => `没有其他笔记能回答“${question}”`,
    indexText: 'agent 改动了不是条目的行。这些行会被自动加载，因此只更新了条目',
  },
  fate: {
    none: 'dream agent 没有改动它',
    added: '由 dream agent 新增',
    rewritten: '由 dream agent 改写',
    retired: '由 dream agent 归档',
  },

  opinion: {
    unsure: confidence => `模型的把握只有 ${confidence}`,
    notQuoted: file => `引文不在 ${file} 中`,
  },

  refused: {
    part: '有一部分为空或太长',
    name: most => `名称超过 ${most} 个词`,
    person: '名称以用户的口吻说话，而不是谈论用户',
    description: '描述不是一句话',
    unsafe: '含有对读者的指令或密钥',
    lost: value => `丢了 ${value}`,
    not: '丢了或多了一个“不”',
    invented: value => `凭空多了 ${value}`,
    rule: '把它变成了一条规则',
    more: sentence => `说得比原话多：${sentence}`,
  },
}
