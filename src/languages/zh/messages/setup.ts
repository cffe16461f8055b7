import type { Messages } from '../../en/messages/index.ts'

export const setup: Messages['setup'] = {
  help: {
    summary: '把 Dream 接入你的智能体：先显示每一处改动；--undo 全部撤回',
    options: {
      agent: 'claude-code、openclaw、codex、gemini、cursor 或 timer（默认：找到的全部）',
      undo: '撤回 dream setup 做的改动，也就是卸载',
      model: 'Dream 可以询问的模型：none、claude（你的 claude 命令）或服务名',
      automatic: '自动运行也可以询问模型（autoDream.model.enabled）',
    },
    examples: ['查找智能体，显示改动并询问', '只设置 Codex，不询问', '全部撤回'],
  },
  unknownAgent: (word, names, near) =>
    `dream setup 支持 ${names}，不支持 ${word}${near === undefined ? '' : `（你是不是指 ${near}？）`}`,
  found: (title, at) => `${title}${at === undefined ? '（未找到）' : `：${at}`}`,
  nobody: '没有找到智能体：已查找 Claude Code、OpenClaw、Codex、Gemini CLI 和 Cursor。',
  name: '仍要设置请运行 dream setup AGENT；dream setup timer 让系统定时启动 Dream。',
  timer: system => `定时器（${system}）`,
  already: '已全部设置好，无需改动。',
  runs: line => `运行：${line}`,
  change: {
    create: path => `${path}（新文件）`,
    change: path => path,
    remove: path => `${path}（删除）`,
  },
  confirm: (files, lines) => `修改 ${files} 个文件${lines === 0 ? '' : `并运行 ${lines} 条命令`}？`,
  whichModel: 'Dream 可以使用哪个模型？',
  models: {
    none: '不用：由规则完成',
    claude: '你的 claude 命令（claude -p），无需密钥',
    anthropic: 'Anthropic（ANTHROPIC_API_KEY）',
    openai: 'OpenAI（OPENAI_API_KEY）',
    ollama: '本机的 Ollama，无需密钥',
    siliconflow: 'SiliconFlow（SILICONFLOW_API_KEY）',
    zhipu: '智谱（ZHIPU_API_KEY）',
    key: '其他服务或地址：稍后设置',
  },
  modelByKey:
    '任何兼容 OpenAI 协议的服务：dream config set llm.agents.endpoint URL，然后设置 llm.agents.model NAME 和 llm.agents.keyVariable VARIABLE。',
  automatic:
    '自动运行也可以询问它吗？它们会读取新会话和已偏离的文件夹；结果在 dream queue 中等待（每次至多 100 万 token，每月 1000 万）',
  keyMissing: variable =>
    `${variable} 是空的：请把密钥放在那里，也要让启动 Dream 的程序看得到。Dream 的任何文件都不保存它。`,
  localModel: model =>
    `Ollama 需要有这个模型：ollama pull ${model}，或 dream config set llm.agents.model NAME。`,
  shown: '没有做任何改动。要执行这些改动，请加 --yes，或在终端中运行。',
  declined: '没有做任何改动。',
  done: (files, lines) =>
    `完成：${[...(files === 0 ? [] : [`修改了 ${files} 个文件`]), ...(lines === 0 ? [] : [`运行了 ${lines} 条命令`])].join('，')}。`,
  nextTime: '从下一次对话开始生效。',
  takeBack: '可全部撤回',
  failed: (line, why) => `这条命令没有成功，请自行运行：${line}${why === '' ? '' : `（${why}）`}`,
  nothingToUndo: '没有可撤回的内容：dream setup 没有在这里做过改动。',
  undone: (files, lines) =>
    `已撤回：${[...(files === 0 ? [] : [`${files} 个文件`]), ...(lines === 0 ? [] : [`运行了 ${lines} 条命令`])].join('，')}。`,
  archiveStays: home =>
    `笔记、归档和历史都保留：${home}。dream undo 和 dream history 仍可使用；dream purge 可删除保留的内容。`,
  entangled: path => `${path} 中 dream setup 添加的内容前后又被编辑过：请自行删除与 dream 有关的行。`,
  badFile: (path, line, column) =>
    `${path} 不是有效的 JSON（第 ${line} 行第 ${column} 列）；请改正后重新运行 dream setup`,
  inTheWay: (path, key) => `${path} 中 ${key} 的值是另一种类型，Dream 不会改动`,
  readOnly: path => `${path} 是只读文件，因此没有做任何改动；请设为可写（chmod u+w），或自行添加这些行`,
  changedMeanwhile: path => `${path} 在此期间被修改，因此没有做任何改动；请重新运行 dream setup`,
  lostText: path => `副本 ${path} 缺失或损坏；请用你自己的备份恢复该文件`,
  newerRecord: path => `${path} 由更新版本的 Dream 写入；请使用该版本`,
  byHand: (path, block) => `${path} 把服务器写在了一行里，请自行添加：\n${block}`,
  hasPlugin: 'Claude Code 的插件已启用：它已带有钩子和服务器。',
  pluginInstead: '也可以不做这些改动，改为安装 Claude Code 插件（docs/claude-code.md），它两者都带。',
  soulLine:
    '如果愿意，可以在 SOUL.md 中给智能体加一行：“每天 03:30 由 dream 技能整理我的日志。”这只是说明，不是定时任务。',
  needsPath: '只有找得到 dream 命令时，OpenClaw 才会把这个技能交给智能体：npm install -g dream。',
  needsTrust: 'Gemini CLI 只在你信任的目录中启动服务器；打开目录时它会询问。',
  fromNpx: 'Dream 正从 npx 的缓存运行，缓存随时可能被清除：请先 npm install -g dream，再运行 dream setup。',
  leftOut: 'MEMORY.md 是从外部修改的，OpenClaw 可能不再把它放进对话',
  leftOutFix: '请告诉智能体：“按 dream 技能的说明重新写回 MEMORY.md”',
  nothingStarts: '目前没有任何方式自动启动 Dream；运行 dream setup timer 即可。',
  nothingStartsFix: 'dream setup 会显示可用的启动方式（智能体的钩子，或定时器）',
}
