import type { Messages } from '../../en/messages/index.ts'

export const cli: Messages['cli'] = {
  usage: `用法：dream [路径...] [选项]
      dream <命令> [选项]

检查 AI agent 的记忆文件，归档过时的笔记，让 MEMORY.md 保持正确。不会丢失任何内容。
不写命令时等同于 dream run；目录与命令同名时，请在前面加 ./ 。
`,
  groups: {
    everyday: '日常',
    notes: '笔记与计划',
    models: '模型',
    connections: '接入',
    automatic: '自动运行与设置',
    engines: '搜索引擎',
    keeping: '迁移与保管',
    shell: 'Shell',
  },
  partsTitle: '子命令：',
  examplesTitle: '示例：',
  examples: [
    '检查当前项目的记忆，显示计划并询问',
    '只看不改',
    '撤销最近一次运行',
    '在示例项目上观看完整流程',
  ],
  end: `
  -V, --version  输出版本号
  -h, --help     输出帮助

某个命令的用法：dream <命令> --help；不带命令时：dream run --help
`,
  printHelp: '输出帮助',
  json: '输出 JSON',
  color: '没有终端时也使用颜色',
  noColor: '不使用颜色',
  debug: '在标准错误输出中说明做了什么、如何决定、花费多少（也可设 DREAM_DEBUG=1）',
  lang: '消息语言（默认依次取：设置、日记语言、系统语言）',
  wholeNumber: least => `必须是不小于 ${least} 的整数。`,
  noWindows: '不支持 Windows：在那里无法保证文件安全。请使用 Linux、macOS 或 WSL。',
  renamed: (word, now, isFolder) =>
    `未知命令：${word}。你是不是想用 dream ${now}？${isFolder ? `如果指目录，请写 dream ./${word}` : ''}`,
  unknownPart: (command, word, parts, near) =>
    `dream ${command} 没有子命令 ${word}，只有 ${parts}${near === undefined ? '' : `。你是不是想用 dream ${command} ${near}？`}`,
  usageErrors: {
    unknownOption: (option, near) =>
      `未知选项 ${option}${near === undefined ? '' : `（你是不是指 ${near}？）`}`,
    missingArgument: name => `缺少参数 ${name}`,
    optionNeedsValue: option => `选项 ${option} 需要一个值`,
    badValue: (option, value) => `选项 ${option} 的值 ${value} 无效。`,
    choices: choices => `可选值：${choices}。`,
    tooMany: (command, expected, given) =>
      `${command === undefined ? '' : `${command} 的`}参数太多：应为 ${expected} 个，给了 ${given} 个。`,
    together: (option, other) => `选项 ${option} 不能与 ${other} 同时使用`,
  },
  reportIt: '这是 Dream 的缺陷，请附上以上内容反馈。',
  waitsForTrust: names =>
    `当前项目 dream.config.json 中的 ${names} 暂不生效，需先运行 dream config trust；dream config 可查看`,
  writtenTo: file => `已写入 ${file}`,
}
