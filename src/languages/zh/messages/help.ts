import type { Messages } from '../../en/messages/index.ts'

export const options: Messages['options'] = {
  paths: '记忆目录（默认：当前项目的记忆目录）',
  folder: '使用这个记忆目录',
  project: '笔记所描述的项目（默认：当前项目）',
  allProjects: '当前用户的所有项目',
  layout: '目录格式无法判断时按哪种格式读取',
  env: '使用配置中的这个环境（默认：DREAM_ENV）',
  rules: '哪些改动可以不经确认直接执行',
  recentDays: '不处理最近 n 天内改过的笔记（3）',
  merge: '重复笔记里独有的内容：列出来，或追加到保留的那条',
  allowLarge: '允许一次归档超过目录中 10% 的笔记',
  rebuildIndex: '重新生成 MEMORY.md，而不是在原文件上修改',
  checkLinks: '检查引用的网页是否还能访问（需要联网）',
  dryRun: '只显示将要做的改动，不写任何文件',
  yes: '不询问直接执行；没有终端时，不加此选项就不会改动任何文件',
  scheduled: '供定时任务使用：不询问，少输出，遇到正在运行的任务就安静退出',
  markdown: '输出 Markdown',
  output: '把结果写入文件',
  verbose: '显示全部依据和每一条笔记',
  quiet: '只输出一行',
  hook: '供 agent 的 hook 调用：从标准输入读取 JSON；会话开始时若有待处理内容，输出一行 JSON',
  session: '会话 ID',
  transcripts: '供检索的会话记录目录，只读不写',
  consult: '同时询问 llm.agents 配置的模型：它对笔记的意见等你审核；日记先由它判断，其余由规则处理',
}

export const help: Messages['help'] = {
  run: {
    summary: '检查记忆目录，归档过时的笔记，更新 MEMORY.md（默认命令）',
    options: {
      check: '不做任何改动；有事要做时退出码为 3',
      format: '用于 CI，与 --check 一起使用：GitHub Actions 注解、SARIF 2.1.0 或 JSON 报告',
      record: '把每次模型调用及其回答追加到文件',
      replay: '用录制的回答代替模型',
    },
    examples: [
      '显示当前项目的计划并询问；没有终端时只显示',
      '只看不改',
      '检查这个目录，并与那个项目对照',
      '用于 CI：有事要做时退出码为 3',
      '同上，并在拉取请求的对应行上显示注解',
      '不询问直接执行，并保存报告',
      '同时检查引用的网页是否还能访问',
      '先就相近的笔记询问模型；模型的意见等你审核',
    ],
  },
  explain: {
    summary: '说明 Dream 对一条笔记的判断、依据，以及什么会改变这个判断',
    options: { memory: '文件名或笔记名称' },
    examples: ['按文件名', '按名称'],
  },
  queue: {
    summary: '逐条处理等你决定的事项：接受、拒绝、编辑、跳过、不再询问',
    options: {
      accept: '接受这一项',
      goes: '与 --accept 一起用：两者中哪个让位（笔记名，或 file、note）',
      reject: '拒绝这一项，直到相关文件有改动',
      never: '永久拒绝这一项',
      reopen: '撤回之前的答复',
      answered: '列出已答复的事项，而不是待处理的',
    },
    examples: ['逐条处理；没有终端时只列出', '用 ID 的前几个字符指定', '拒绝过哪些，有效期到什么时候'],
  },
  undo: {
    summary: '撤销一次运行：每个文件逐字节恢复',
    options: { run: '运行 ID 或其开头（默认：最近一次可以撤销的运行）' },
    examples: ['撤销最近一次运行', '查找要撤销的那次运行', '撤销指定的运行；给出撤销操作的 ID 则重做'],
  },
  history: {
    summary: '列出 Dream 做过的所有改动；比较或恢复一条笔记的版本',
    options: {
      memory: '只看这条笔记的各个版本，已删除的也可以',
      a: '与 --diff 一起用：较早的版本（默认：b 的前一个）',
      b: '与 --diff 一起用：较晚的版本（默认：最新）',
      diff: '显示这条笔记两个版本之间的差异',
      restore: '把这条笔记恢复到这个版本；dream undo 可以撤销',
    },
    examples: [
      '所有运行，最新的在前',
      '一条笔记的各个版本，已删除的也可以',
      '最近一次改动',
      '这两个版本之间',
      '恢复到版本 2，作为一个新版本',
    ],
  },
  doctor: {
    summary: '检查安装中的问题，并说明怎样修复',
    options: { fix: '完成被中断的运行，并校验 Dream 保存的每一个字节' },
    examples: ['有问题时退出码为 1；不做任何改动', '完成被中断的运行，校验保存的内容，再检查一遍'],
  },
  journal: {
    summary: '每日日记及其摘要文件（OpenClaw 及同类 agent）',
    options: {},
    examples: ['日记的现状', '创建工作区；已有的文件保持不变', '立即更新摘要文件'],
  },
  journalStatus: {
    summary: '查看摘要文件、归档，以及下次整理的时间',
    options: {},
    examples: ['等同于 dream journal', '供程序读取'],
  },
  magma: {
    summary: '第二个搜索引擎 MAGMA：它的笔记在哪里，索引了什么',
    options: {},
    examples: ['记录、文档和向量索引', '为新内容建立向量', '与文件比较'],
  },
  magmaRebuild: {
    summary: '更新向量索引',
    options: { anew: '先丢弃旧索引' },
    examples: ['为新内容建立向量', '从头开始'],
  },
  magmaConsolidate: {
    summary: '先整理文件，再从文件到 MAGMA，最后整理 MAGMA 自身',
    options: { part: '只做 ccb、refine 或 magma（默认：三者都做）' },
    examples: ['三者依次执行', '看看会接收哪些内容'],
  },
  config: {
    summary: '显示每项设置、它的来源，以及该编辑哪个文件',
    options: { what: '一项或一组设置（autoDream），或 schema 输出 JSON Schema' },
    examples: ['所有设置；读不了的文件会说明原因', '某个环境下的一组设置', '修改一项设置', '供编辑器使用'],
  },
  configSet: {
    summary: '把一项设置写入你的配置文件，或当前项目的配置文件',
    options: {
      key: '设置名，与 dream config 列出的一致',
      value: '值：单词、数字、true、false、null 或 JSON',
      project: '写入当前项目的 dream.config.json，而不是你自己的文件',
    },
    examples: ['写入你自己的文件', '写入当前项目的文件', '值是 JSON'],
  },
  configPath: {
    summary: '列出配置文件，优先级高的在前',
    options: {},
    examples: ['并说明每个文件是否存在', '打开你自己的文件'],
  },
  search: {
    summary: '搜索笔记、日记、摘要文件和归档',
    options: {
      words: '关键词或一个问题',
      limit: '最多 n 条结果（10）',
      engine: '搜索文件、向量或两者（默认：按配置）',
      explain: '说明每条结果是怎样找到的',
      verify: '让 llm.verification 配置的模型判断结果是否相关',
    },
    examples: ['每条结果都带出处', '附带理由', '搜索所有项目'],
  },
  status: {
    summary: '查看记忆目录、上次运行、待处理事项和自动运行的情况',
    options: {},
    examples: ['当前项目', '当前用户的所有项目'],
  },
  plan: {
    summary: '把计划写入文件，先看，以后再执行',
    options: {},
    examples: ['写出计划并显示', '执行计划；之后改过的文件保持不动', '直接输出计划，密钥会被遮盖'],
  },
  apply: {
    summary: '执行计划文件；之后改过的文件保持不动',
    options: { plan: '计划文件' },
    examples: [
      '逐行显示每处改动',
      '显示真实路径，询问，然后执行',
      '不询问；没有终端时必须加上',
      'Dream 自己找不到的目录',
      '撤销这次执行',
    ],
  },
  load: {
    summary: '输出 agent 在对话开始时应当知道的内容',
    options: { budget: '最多 n 个字符（16000）' },
    examples: ['用于会话开始时的 hook', '用于上下文较小的模型'],
  },
  remember: {
    summary: '立即保存一条笔记，并登记到 MEMORY.md',
    options: {
      text: '要记住的内容',
      as: '笔记的类型',
      origin: '由谁所说：你，或 assistant（其规则和偏好需等你确认）',
      propose: '放入 dream queue 等待确认，而不是直接写入',
    },
    examples: ['一个关于项目的决定', '按“更正”保存，不管措辞如何', '关于你的笔记'],
  },
  forget: {
    summary: '归档你描述的笔记；在日记工作区里，清除匹配的内容',
    options: { description: '几个词，或一个文件名' },
    examples: ['显示会匹配到什么', '归档；dream undo 可以恢复', '只归档这一条，即使它已置顶'],
  },
  index: {
    summary: '把网址、文件或文字加入日记工作区的内容索引',
    options: { what: '网址、文件，或文字本身', title: '标题', summary: '一句话摘要', topic: '所属主题' },
    examples: ['不会抓取网页', '一个文件，归入某个主题'],
  },
  journalInit: {
    summary: '创建日记工作区；已有的文件保持不变',
    options: {},
    examples: ['MEMORY.md 为空时会问五个问题', '不询问'],
  },
  journalReview: {
    summary: '根据日记更新摘要文件（OpenClaw 及同类 agent）',
    options: { makeRoom: '你自己写的内容超过上限时：把分量最轻的行移入永久档案' },
    examples: [
      '立即执行',
      '逐行显示会做什么',
      '同时询问模型：它可以保留或提升条目，不能删除',
      '用于定时任务：到时间且没人工作时才执行',
    ],
  },
  journalWakeup: {
    summary: '间隔一段时间后的第一次对话：最近归档了什么，现状如何',
    options: {},
    examples: ['不删除任何内容'],
  },
  rollback: {
    summary: '把一条笔记恢复到以前的版本；dream undo 可以撤销',
    options: { memory: '文件名，已删除的也可以', version: '版本号；dream history MEMORY 可列出' },
    examples: ['恢复到版本 2'],
  },
  extract: {
    summary: '从对话中找出值得记住的内容，提议为笔记',
    options: { transcripts: '会话记录文件或目录（默认：当前项目的会话）' },
    examples: [
      '看看新会话里有什么',
      '显示草稿并询问；没有终端时草稿留在 dream queue 中',
      '只处理一个会话，不询问',
      '其他 agent 的会话记录',
    ],
  },
  agent: {
    summary: '让模型在记忆目录的副本上工作，结果成为一份计划',
    options: { paths: '记忆目录（默认：当前项目的记忆目录）', steps: '模型最多运行 n 轮（40）' },
    examples: [
      '只看结果',
      '查看计划再决定；没有终端时计划会保留',
      '执行没有被限制或保护拦下的部分',
      '撤销这次执行',
    ],
  },
  prompt: {
    summary: '输出整理记忆用的提示词，供你自己的 agent 使用',
    options: { paths: '记忆目录（默认：当前项目的记忆目录）' },
    examples: ['用于当前项目的记忆', '附带一个可检索的会话记录目录'],
  },
  auto: {
    summary: '到时间就运行：由 hook、定时器和守护进程调用',
    options: { foreground: '在当前进程中运行，不放到后台' },
    examples: ['说明为什么不运行，或启动运行后立即返回', '在 agent 的 hook 中', '由会等待结束的定时器调用'],
  },
  autoSession: {
    summary: '登记一次会话，用于 Dream 找不到会话记录的 agent',
    options: {},
    examples: ['在 hook 中：从 JSON 读取 ID 和目录', '手动或在脚本中调用'],
  },
  autoDaemon: {
    summary: '每十分钟检查一次是否该运行',
    options: {
      what: 'status（默认：在前台运行）',
      once: '检查一次后退出（供定时器使用）',
    },
    examples: ['在前台运行', '上次运行的时间和日志的位置'],
  },
  magmaCheck: {
    summary: '比较文件与 MAGMA 是否一致；--fix 处理可以安全自动解决的部分',
    options: { fix: '处理不需要人判断的部分' },
    examples: ['只比较；不一致时退出码为 1', 'user 和 feedback 类笔记以文件为准', '其余的逐条决定'],
  },
  magmaGraph: {
    summary: '以 Mermaid、DOT 或 JSON 输出笔记及其链接',
    options: {
      memory: '只看这条笔记及与它相连的笔记',
      around: '同上',
      limit: '最多 n 条边（60；JSON 为全部）',
      format: '输出格式（mermaid）',
      relation: '只看这些关系：link、index、semantic、temporal、causal、entity',
    },
    examples: ['全部，可放进 Markdown 文件', '一条笔记周围的关系图', '前因后果'],
  },
  configTrust: {
    summary: '信任当前项目的 dream.config.json',
    options: {
      file: '与 --revoke 一起用：已信任的文件，不存在了也可以',
      list: '列出已信任的文件',
      revoke: '取消信任',
    },
    examples: ['显示它要求什么，再询问你', '已信任哪些', '不再信任当前项目'],
  },
  gc: {
    summary: '清理 Dream 自身状态占用的空间；所有撤销仍然可用',
    options: {},
    examples: ['会删除什么，能释放多少空间', '删除', '处理所有已知目录'],
  },
  purge: {
    summary: '永久抹除已保存的字节，例如泄露的密钥',
    options: {
      memory: '这个文件保存过的所有版本',
      run: '某次运行保存的全部内容',
      object: '一个已保存的版本',
      source: '来自某次对话的全部内容',
    },
    examples: ['显示将被抹除的内容', '先询问，再抹除', '抹除一个版本，不询问', '来自某次对话的全部内容'],
  },
  demo: {
    summary: '在示例项目上演示完整流程：查看、执行、撤销、比较',
    options: { keep: '保留示例目录' },
    examples: ['不碰你的任何文件', '保留示例，供你试用'],
  },
  completion: {
    summary: '输出 shell 补全脚本',
    options: { shell: 'bash、zsh 或 fish' },
    examples: ['写在 ~/.bashrc 里', '~/.zfunc 需在 $fpath 中', '用于 fish'],
  },
  brief: {
    summary: '输出agent判断日记或笔记所需的内容，以及回答的 Schema',
    options: { kind: 'journal 或 notes', part: '待回答的第 n 部分（默认 1）' },
    examples: ['待整理日记的第一部分', '有疑问的笔记的第二部分', '供程序读取'],
  },
  submit: {
    summary: '检查对简报的回答并执行：日记立即写入，其余在 dream queue 中等待',
    options: {
      answer: '回答文件，- 表示标准输入',
      text: '回答本身',
      by: '由规则或 llm.agents 设置的模型回答',
      kind: '与 --by 一起使用：回答哪一种（默认 journal）',
    },
    examples: ['从文件读取', '从标准输入读取', '手边没有agent时：询问已配置的模型'],
  },
}
