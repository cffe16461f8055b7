import type { Messages } from '../../en/messages/index.ts'

export const items: Messages['items'] = {
  accepting: {
    archive: file => `归档 ${file}`,
    write: file => `写入 ${file}`,
    append: file => `追加到 ${file}`,
  },
  keepOne: (stays, goes) => `保留 ${stays}，归档 ${goes}`,
  onlyYou: '这一处只能由你来写：请直接编辑记忆',
  ambiguous: (id, items) => `${id} 对应 ${items} 项。请把 ID 写长一些`,
  unknown: id => `没有 ${id} 这一项；它可能已有变化。dream queue 可列出现在等你决定的事项`,
  notEditable: file => `${file} 已不存在，或不能在这里编辑`,
  reading: label => `正在读取 ${label}`,

  agentPlan: {
    subject: 'dream agent 的计划',
    words: (changes, files) => `${changes} 处改动（${files}）`,
    made: at => `生成于 ${at}`,
    because: 'agent 完成时没有人可以询问',
    accepting: '执行这些改动',
  },
  draft: {
    words: (type, description) => `新的 ${type} 记忆：${description}`,
    evidence: (origin, day, quote) => `${origin}${day === undefined ? '' : `，${day}`}：${quote}`,
    because: '对话中说过的内容，经你同意才会保存',
  },
  conflict: {
    because: {
      'ccb-wins': '以文件为准：关于你本人和你说过的话，MAGMA 跟随文件',
      'magma-wins': '以笔记为准：长期知识由文件跟随 MAGMA',
      'manual-review': '只有你能判断哪个正确',
    },
    changed: '两者已有变化。请重新运行 dream queue',
    choose: '只有你能决定：请加 --goes file（笔记正确）或 --goes note（文件正确）',
    writesBoth: (file, note) => `写入 ${file} 和 ${note}`,
    words: note => `与 ${note} 内容不同`,
    evidence: differences => `不同之处：${differences}`,
    keepFile: file => `保留 ${file}，写入笔记`,
    keepNote: file => `保留笔记，写入 ${file}`,
  },
  saidAgain: {
    back: '它已经恢复',
    evidence: (removed, asked) => `你在 ${removed} 忘记了它；日记中又提到，发现于 ${asked}`,
    because: '你忘记的内容，经你同意才会恢复',
    accepting: '重新写入 MEMORY.md',
  },
}
