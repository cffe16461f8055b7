import type { Messages } from '../../en/messages/index.ts'

export const searching: Messages['searching'] = {
  near: score => `语义相近（${score}）`,
  ofTheTime: day => `属于所问的时间（${day}）`,
  superseded: by => `已被 ${by} 取代`,
  wordsOfQuestion: '含有问题中的词',
  notListed: (label, why) => `无法列出 ${label}：${why}`,
  notRead: files => `有 ${files} 个文件来不及读取，下次搜索会继续`,
  late: (engine, ms, stage) => `${engine} 在 ${ms} 毫秒内没有回答（${stage}）`,
  failed: (engine, why) => `${engine} 无法回答：${why}`,
  wordsAlone: why => `${why}：只按词语比较`,
  modelLate: '向量模型没有及时回答',
  walks: links => `；沿 ${links.join('、')} 关系查找`,
  route: (kind, strategy, who, walked) => `${kind}，策略 ${strategy}：${who}${walked}`,
  recallLost: (label, lost, example) =>
    `${label}：没有任何改动，因为有 ${lost} 个问题现在能从笔记里找到答案，改动后就找不到了（“${example}”）。dream --rules propose 会显示计划`,
  noMagma: why => `无法打开 MAGMA：${why}`,
  notVerified: '没有为 llm.verification 设置模型：结果未经核实',
  verifyFailed: why => `结果未经核实：${why}`,
  empty: '问题是空的',
  long: most => `问题太长：只用了前 ${most} 个字符`,
  nobody: '两个引擎都已关闭',
}
