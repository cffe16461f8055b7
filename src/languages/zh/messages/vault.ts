import type { Messages } from '../../en/messages/index.ts'

export const vault: Messages['vault'] = {
  notWritten: file => `${file} 没有写入`,
  noRecord: id => `MAGMA 里没有记录 ${id}`,
  changedSince: file => `${file} 没有写入：读取之后有改动`,
  tooMuchGoes: file =>
    `${file} 没有写入：剩下的内容不到一半。如果确实要这样，请用 { large: 'allow' } 打开目录`,
  notFolder: path => `${path} 不是记忆目录`,
  cannotList: (label, why) => `无法列出 ${label}：${why}`,
  unclear: label => `${label} 既可能是索引也可能是日记工作区：没有写入任何内容`,
  otherFolder: (id, label) => `记录 ${id} 不是由 ${label} 的笔记生成的`,
  noMemory: (label, file) => `${label} 里没有笔记 ${file}`,
  notSettled: (file, why) => `${file} 的冲突没有解决：${why}`,
  otherConflict: (root, label) => `这个冲突属于 ${root}，不属于 ${label}`,
  notTakenOver: (file, why) => `没有接收 ${file}：${why}`,
  looksSecret: '看起来含有密钥或口令',
  is: origin => origin,
  skipped: why => `MAGMA 没有更新：${why}`,
  inStep: (settled, waiting) => `两个引擎有分歧：已解决 ${settled} 处，${waiting} 处在 dream queue 中等待`,
  noField: (file, field, value) => `${file} 没有写入：那里无法把 ${field} 设为 ${value}。请给出完整文本`,
  otherHead: file => `${file} 没有写入：frontmatter 和正文读出来与给出的不同`,

  index: {
    writing: holder => `向量索引正在由 ${holder} 写入`,
    uneven: '向量模型给出的向量长度不一',
    noEmbedder: '没有向量模型',
    unusable: '向量索引无法使用',
    absent: '向量索引尚未建立',
    otherModel: model => `向量索引由另一个模型建立（${model}）`,
    lacks: (missing, all) => `向量索引缺 ${missing} 篇，共 ${all} 篇`,
    late: (path, ms) => `${path} 的向量索引在 ${ms} 毫秒内没有响应`,
    broken: (path, why) => `${path} 的向量索引无法使用（${why}）。dream magma rebuild 可以重建`,
    behind: (why, error) => `${why}，而且无法更新：${error}`,
    notInstalled: packages => `没有安装 LanceDB。请运行 npm install ${packages}（见 docs/install.md）`,
    cannotLoad: why => `无法加载 LanceDB（${why}）`,
    off: 'magma.enabled 为 false',
    nothingToBuild: 'magma.enabled 为 false：没有可建立的索引',
  },

  home: {
    gone: vault => `Obsidian 库 ${vault}（obsidian.vault）不存在。请挂载它，或在 dream.config.json 里换一个`,
    notListed: why => `无法列出 MAGMA 的笔记：${why}`,
    badProperties: file => `无法读取 ${file} 的属性；保持原样`,
    noProject: 'MAGMA 的笔记不属于任何项目',
  },

  obsidian: {
    tooLong: '笔记太长，无法用命令写入',
    notTried: '没有尝试',
    absent: '没有 obsidian 命令',
    late: ms => `在 ${ms} 毫秒内没有响应`,
    failed: code => `失败（${code}）`,
    notAtomic:
      '没有写入任何内容：obsidian.direct.atomicWrites 为 false，而 Dream 只用临时文件加重命名的方式写笔记',
    onlyCli: why =>
      `没有写入任何内容：obsidian.mode 为 cli，obsidian.fallback 已关闭，而 Obsidian 的命令无法使用：${why}`,
    repaired: notes => `Obsidian 的命令在 ${notes} 条笔记里写入了不同的内容；已改为直接写入`,
    notUsed: why => `没有使用 Obsidian 的命令（${why}）；笔记已直接写入`,
  },

  versions: {
    unknown: memory => `没有 ${memory} 的任何版本；每次会写入的运行都会记录它看到的笔记`,
    several: (memory, labels) => `${memory} 在多个目录里都有（${labels}）。请用 --folder 选一个`,
    missing: (version, memory, known) => `版本 ${version} 不存在；${memory} 有 ${known}`,
    name: (version, hash) => `版本 ${version}（${hash}）`,
    that: hash => `那个版本（${hash}）`,
    notText: name => `${name} 不是文本。dream undo 可以恢复这类文件`,
    notStored: name => `${name}的内容没有保存，或已被清除`,
    outside: '在 Dream 之外写入',
    elsewhere: (memory, label) => `${memory} 不在 ${label} 中`,
  },

  graph: {
    line: (line, text) => `第 ${line} 行：${text}`,
    inNote: '写在笔记里',
    source: '来源笔记',
    tooMany: notes => `${notes} 条笔记太多，无法按语义比较，因此没有语义链接`,
    some: (shown, all) =>
      `共 ${all} 条边，显示 ${shown} 条；--around 可查看一条笔记的周围，--limit 可显示更多`,
  },

  moves: {
    sourceLeft: '来源笔记已不在',
    rule: layer => `${layer} 的规则`,
  },
}
