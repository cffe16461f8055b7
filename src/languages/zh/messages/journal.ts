import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const journal: Messages['journal'] = {
  initWorkspace: root => `工作区：${root}`,
  initVault: vault => `Obsidian 库：${vault}`,
  initMade: made => (made === '' ? '所需文件都已存在。' : `已创建：${made}`),

  reviewDone: '🌙 蒸馏完成',
  reviewSize: (chars, target) => `MEMORY.md: ${number(chars)} 字符（上限 ${number(target)}）`,
  reviewCounts: (updated, added, archived) =>
    `本次：更新 ${updated} 条 | 新增 ${added} 条 | 入档 ${archived} 条`,
  reviewArchive: entries => `永久档案共 ${number(entries)} 条记录`,
  reviewKinds: { updated: '~', added: '+', archived: '-', 're-emerged': '↺' },
  reviewWouldBe: (left, chars, target) =>
    `${number(left)} 行会留在日记里；MEMORY.md：${number(chars)} 字符（目标 ${number(target)}）`,
  reviewPreview: '没有写入任何内容：--dry-run 只显示整理会做什么。',
  reviewNothingNew: '上次蒸馏之后没有新的日记。',
  reviewDeferred: '有人正在使用这个工作区，15 分钟后再试。',
  reviewNotDue: '今晚的蒸馏已经完成。',
  reviewHibernating: '处于休眠状态，没有执行任何操作。运行 dream journal wakeup 可唤醒。',
  reviewRefused: why => `没有写入任何内容：${why}。如确认无误，请加 --allow-large。`,
  reviewFailed: why => `没有写入任何内容：${why}。`,
  reviewSaidAgain: text => `忘记之后又被提到：${text}。可用 dream queue 处理。`,
  reviewOver: text => `太长，放不进 MEMORY.md：${text}`,
  reviewMovable: (lines, chars) =>
    `你自己写的内容超过上限。把下面 ${number(lines)} 行（${number(chars)} 字符）移入永久档案即可：`,
  reviewMore: lines => `…… 另有 ${number(lines)} 行；--dry-run --make-room 会全部列出`,
  reviewRejected: why => `未执行：${why}`,

  wakeupAsleep: days => `🌙 沉睡 ${days} 天后醒来`,
  wakeupAwake: '🌙 一直醒着',
  wakeupArchived: '── 最近入档 ──',

  rememberedAs: (kind, where) => `已记住（${kind}）：${where}`,
  rememberKnown: line => `MEMORY.md 没有改动，已有相同的内容：${line}`,
  rememberReplaced: line => `取代了这一行（已入永久档案）：${line}`,
  rememberNear: line => `有相近的内容，已保留：${line}`,
  kinds: {
    user: '关于你的信息',
    feedback: '反馈',
    reference: '参考资料',
    correction: '更正',
    decision: '决定',
    project: '项目信息',
    note: '笔记',
  },

  forgetNothing: '没有匹配的内容。',
  forgetWithheld: why => `没有清除任何内容：${why}。`,
  forgetPreview: '没有清除任何内容：--dry-run 只显示匹配的内容。',
  forgotten: '已从记忆中清除，永久档案不受影响。可用 dream undo 恢复。',

  searchResults: query => `🔍 "${query}" 检索结果：`,
  searchNothing: '（无）',
  searchArchive: '永久档案',
  searchIndex: 'Obsidian 内容索引',

  indexExists: title => `索引中已有：${title}`,
  indexed: title => `已加入索引：${title}`,
  indexPreference: '内容涉及你的偏好，也已写入今天的日记。',

  status: now => `🌙 Dream 状态 — ${now}`,
  statusSize: (chars, hard, percent, changed) =>
    `MEMORY.md: ${chars === null ? '尚未统计' : `${number(chars)} 字符`} / ${number(hard)} 上限（${percent}${changed ? '，之后有改动' : ''}）`,
  statusArchive: (entries, changed) => `永久档案: ${entries} 条记录${changed ? '（之后有改动）' : ''}`,
  statusReview: (at, hours) => `上次蒸馏: ${at === undefined ? '从未' : `${at}（${hours} 小时前）`}`,
  statusState: words => `系统状态: ${words}`,
  active: 'active',
  hibernating: days => `hibernating（沉睡 ${days} 天）`,
  pending: minutes => `pending（顺延中，已等 ${minutes} 分钟）`,
  statusIndexed: (items, changed) => `Obsidian 索引: ${items} 条${changed ? '（之后有改动）' : ''}`,
  waiting: (journals, place) => `${number(journals)} 篇日记待蒸馏：dream journal review${place}`,
  statusWaiting: files => `待蒸馏日记: ${files} 个文件（自上次蒸馏后新增）`,
  statusCut: (chars, source) => `截断线: ${number(chars)} 字符（${source}）`,
  cutFrom: {
    configured: 'agents.defaults.bootstrapMaxChars',
    'openclaw-default': 'OpenClaw 默认值',
    seed: '未找到 OpenClaw 配置',
  },
  vaultLinkOut: path => `Obsidian 库 ${path} 是指向工作区之外的链接，不会跟随。请用 DREAM_VAULT_PATH 指定。`,
  vaultMissing: path => `Obsidian 库 ${path} 不存在，可用 dream journal init 创建。`,
  nativeDreaming: where => `OpenClaw 自带的 dreaming 也已开启（${where}）。Dream 不会改动它写的内容。`,
}
