import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

const list = (files: readonly string[], more: number): string =>
  `${files.join('、')}${more === 0 ? '' : ` 等 ${files.length + more} 个文件`}`

export const notes: Messages['notes'] = {
  noFolders:
    '这里没有找到记忆目录。可以指定一个（dream 目录），或用 dream status --all-projects 查看所有项目。',
  takesBack: '可撤销',
  warning: text => `警告：${text}`,

  remember: {
    nothing: '没有要记住的内容，请写出来',
    unsafe: '内容像是密钥或指令，而每次对话都会加载它：没有写入任何内容',
    tooLong: most => `超过 ${number(most)} 个字符：请自己写成文件，dream 会把它加入 MEMORY.md`,
    known: file => `已有相同内容：${file}。没有写入任何内容。`,
    saved: (kind, file) => `已保存为${kind}：${file}`,
    types: { user: '关于你的信息', feedback: '反馈', project: '项目信息', reference: '参考资料' },
    wasForgotten: (day, file) => `你在 ${day} 忘掉过它（${file}），现在重新记住了。`,
    notListed: 'MEMORY.md 无法编辑，这条笔记没有登记进去',
    indexTooLong: 'MEMORY.md 超出 agent 的加载长度，末尾的内容看不到；运行 dream 可精简',
  },

  forget: {
    nothing: '请说明要忘记什么',
    noMatch: '没有匹配的内容。',
    unknownFile: (name, near) =>
      `这里没有名为 ${name} 的笔记；${near === undefined ? '可以用几个词描述它' : `你是不是指 ${near}？`}`,
    withheld: why => `没有归档任何内容：${why}。`,
    wouldWithhold: why => `会被拒绝：${why}`,
    preview: '没有归档任何内容：--dry-run 只显示匹配的内容。',
    archived: many => `已归档 ${many} 条笔记，并从 MEMORY.md 中移除。`,
    pinned: file => `${file} 已置顶。要归档它，请直接写文件名。`,
    mentions: (files, more) => `${list(files, more)} 也提到了它。除非你直接指定，这些笔记会保留。`,
    linksTo: (file, target) => `${file} 仍链接到 ${target}：请手动修改`,
    tookOver: file => `${file} 中有从它接收的内容，会保留`,
    indexKept: 'MEMORY.md 无法编辑：其中的内容保持不变',
  },

  search: {
    none: '没有找到结果。',
    notSure: '不太确定：最好的结果只包含问题的一小部分。',
    corrected: (typed: string, meant: string) => `没有任何内容包含“${typed}”，已改为搜索“${meant}”。`,
    archive: (folder: string) => `${folder}，已归档（dream history FILE --restore VERSION 可恢复）`,
    replaced: by => `已被 ${by} 取代`,
    doesNotFit: '模型认为这条没有回答问题',
    also: sources => `相同内容也在 ${sources}`,
    why: reasons => `理由：${reasons === '' ? '没有记录' : reasons}`,
    how: '── 怎样找到的 ──',
    question: (kind, confidence, by) => `问题类型：${kind}（${confidence}，判断者 ${by}）`,
    route: why => `搜索路径：${why}`,
    stages: {
      sufficed: '结果足够，到此结束',
      'went-on': '完成，继续搜索',
      late: '到达时限而停止，已有结果照用',
      skipped: '不可用',
    },
    stage: (name, outcome, hits, ms) =>
      `${name}：${outcome}${hits === undefined ? '' : `，${hits} 条结果，用时 ${ms} 毫秒`}`,
    total: (hits, tokens, budget) => `共 ${hits} 条结果，约 ${number(tokens)} / ${number(budget)} token`,
  },

  status: {
    viaLink: (link, root) => `链接 ${link} 指向 ${root}`,
    content: (memories, lines, size, layout) =>
      `${memories} 条笔记，${lines === undefined ? '没有 MEMORY.md' : `MEMORY.md ${lines === null ? '' : `${lines} 行，`}${size}`}，格式：${layout}`,
    noRun: '还没有运行过',
    lastRun: (command, run, at, changes) => `上次运行：${command} ${run}，${at}，${changes} 处改动`,
    unchanged: '之后没有变化',
    changed: (all, edited, added, gone) =>
      `之后有 ${all} 处变化（修改 ${edited}，新增 ${added}，消失 ${gone}）`,
    busy: (command, pid, host, since) => `正在运行：${command}（${host} 上的进程 ${pid}），自 ${since}`,
    interrupted: run => `运行 ${run} 被中断；dream doctor --fix 可完成它`,
    kept: (versions, size) => `历史：${versions} 个版本，${size}`,
    automatic: '自动运行',
    lastAutomatic: words => `上次：${words ?? '还没有'}`,
    now: what => `现在：${what}`,
    next: when => `下次：${when}`,
    notBefore: time => `不早于 ${time}`,
    planWaits: (label, since, files, more) =>
      `dream agent 为 ${label} 做的计划等你处理${since === undefined ? '' : `（自 ${since}）`}：${files.length + more} 处改动（${list(files, more)}）`,
    showPlan: '查看计划；去掉 --dry-run 则执行',
  },

  morning: {
    opening: 'Dream：',
    done: (when, words, prefix) => `${when} 自动运行：${words}（可用 ${prefix}undo 撤销）。`,
    failed: (when, why) => `${when} 的自动运行失败：${why}。`,
    waits: (many, prefix) => `有 ${many} 项等待用户决定（${prefix}queue）。`,
    vanished: (many, prefix) => `有 ${many} 条笔记消失（${prefix}look）。`,
  },

  explain: {
    notFound: name => `没有找到名为 ${name} 的笔记；dream status 可列出目录`,
    in: label => `位于 ${label}`,
    names: '它引用的内容',
    findings: '发现的问题',
    protected: '受保护',
    wouldChange: '什么会改变这个判断',
    notLookedUp: '没有查',
    inCode: '代码中存在',
    notInCode: '代码中到处都找不到',
    unknown: '无法查证',
    notJudged: '这个目录中的文件不做判断',
    strengths: {
      strong: '明确引用',
      weak: '可能只是个词',
      file: '文件',
      bare: '文件名',
      folder: '目录',
      home: '主目录下',
      absolute: '绝对路径',
      placeholder: '占位符',
    },
    line: (line, strength, answer) =>
      `${line === 0 ? '名称或描述' : `第 ${line} 行`}，${strength}：${answer}`,
    byClass: {
      fresh: ['有一处引用消失时会被标记；全部引用消失且 git 能证明时会被归档'],
      'partially-stale': [
        '消失的引用恢复，或路径改正后，重新变为有效',
        '其余引用也消失且 git 能证明时会被归档',
      ],
      'fully-stale': ['有任何一处引用恢复、笔记被固定（`pinned: true`）或最近写过，就会保留'],
      evergreen: ['没有：它没有提到可以查证的文件或符号'],
      unverified: ['指定用来对照的项目：`--project 目录`'],
    },
  },
}
