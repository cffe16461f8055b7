import type { Mentions } from './mentions.ts'
import type { Random } from './random.ts'
import { capitalised, type Vocabulary } from './vocabulary.ts'

/** What a folder's memories are made of. */
export interface Ink {
  readonly vocabulary: Vocabulary
  readonly mentions: Mentions
  readonly removedMentions: Mentions
  /** The words of this folder's own subject. */
  readonly subject: readonly string[]
  /** Where links may lead: names and stems of memories written before. */
  readonly targets: string[]
}

/** A code span every 21 words; 12 paths, 8 calls and 22 class names in a hundred of them (measured on 919 memories). */
const SPAN_SHARE = 0.047
const CAMEL_SHARE = 0.008
/** Of 290 words of a memory 176 differ (measured): this share repeats a word, and this share is the folder's subject. */
const REPEATED = 0.26
/** What a memory names stands and falls together: this share speaks of nothing but what was removed. */
const OF_WHAT_IS_GONE = 0.02
const OF_SUBJECT = 0.16

/** Words of one memory, one after the other; what was said once tends to be said again. */
export class Pen {
  private readonly said: string[] = []
  readonly random: Random
  private readonly ink: Ink
  private readonly mentions: Mentions

  constructor(random: Random, ink: Ink) {
    this.random = random
    this.ink = ink
    this.mentions = random.chance(OF_WHAT_IS_GONE) ? ink.removedMentions : ink.mentions
  }

  word(): string {
    const { random, said, ink } = this
    const fate = random.next()
    if (fate < REPEATED && said.length > 0) return said[random.below(said.length)]!
    const word = fate < REPEATED + OF_SUBJECT ? this.ofSubject() : ink.vocabulary.draw(random)
    said.push(word)
    return word
  }

  /** The first words of the list are the folder's dearest. */
  private ofSubject(): string {
    const { random, ink } = this
    return ink.subject[Math.floor(random.next() * random.next() * ink.subject.length)]!
  }

  words(count: number): string {
    let text = this.word()
    for (let at = 1; at < count; at++) text += ` ${this.word()}`
    return text
  }

  span(): string {
    const { random } = this
    const kind = random.below(100)
    if (kind < 12) return `\`${this.mentions.path(random)}\``
    if (kind < 20) return `\`${this.mentions.call(random)}\``
    if (kind < 42) return `\`${this.mentions.className(random)}\``
    if (kind < 65) return `\`${this.mentions.identifier(random)}\``
    return kind < 80 ? `\`--${this.word()}\`` : `\`${this.word()} ${this.word()}\``
  }

  sentence(): string {
    const { random } = this
    const count = 6 + random.below(18)
    let text = capitalised(this.word())
    for (let at = 1; at < count; at++) text += this.joint(at) + this.piece()
    return `${text}.`
  }

  /** Nine real memories in ten hold a dash, an arrow or another character beyond ASCII. */
  private joint(at: number): string {
    if (at < 4) return ' '
    const fate = this.random.next()
    if (fate > 0.08) return ' '
    if (fate > 0.025) return ', '
    if (fate > 0.012) return ' — '
    return fate > 0.006 ? ' (see) ' : ' → '
  }

  private piece(): string {
    const fate = this.random.next()
    if (fate < SPAN_SHARE) return this.span()
    if (fate < SPAN_SHARE + CAMEL_SHARE) return this.mentions.className(this.random)
    return this.word()
  }

  paragraph(): string {
    let text = this.sentence()
    for (let more = this.random.below(4); more > 0; more--) text += ` ${this.sentence()}`
    return text
  }

  list(): string {
    const lines = Array.from({ length: 2 + this.random.below(5) }, () => `- ${this.sentence()}`)
    return lines.join('\n')
  }

  fence(): string {
    const { random } = this
    const lines = Array.from({ length: 2 + random.below(6) }, () =>
      random.chance(0.3) ? `${this.words(3)} ${this.mentions.path(random)}` : `$ ${this.words(5)}`,
    )
    return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``
  }

  link(): string {
    const { random, ink } = this
    const unresolved = ink.targets.length === 0 || random.chance(0.14)
    return `[[${unresolved ? `${this.word()}-to-be-written` : random.pick(ink.targets)}]]`
  }
}

const HAN = (
  '数据 服务 用户 接口 测试 部署 构建 缓存 日志 错误 请求 页面 组件 模块 代码 提交 分支 版本 发布 环境 变量 配置 文件 目录 路径 函数 类型 参数 返回 结果 ' +
  '检查 修复 优化 设计 流程 任务 计划 进度 记忆 规则 文档 说明 工具 系统 项目 功能 实现 问题 方案 原因 影响 时间 内容 信息 状态 方法 过程 方式 条件 情况 ' +
  '部分 开始 结束 使用 支持 处理 管理 操作 选择 设置 更新 删除 添加 修改 查询 搜索 显示 保存 加载 运行 启动 停止 连接 同步 异步 并发 线程 进程 内存 磁盘 ' +
  '网络 安全 权限 登录 注册 密码 会话 令牌 加密 签名 验证 校验 格式 编码 解析 转换 映射 索引 排序 分页 过滤 统计 报告 图表 表格 列表 按钮 窗口 菜单 标签 ' +
  '样式 布局 颜色 字体 图片 视频 音频 动画 游戏 角色 场景 地图 商品 订单 支付 价格 库存 物流 客户 合同 发票 账户 余额 交易 市场 股票 基金 风险 收益 模型 ' +
  '训练 推理 评估 指标 样本 特征 向量 距离 概率 算法 公式 矩阵 语言 翻译 对话 提示 回答 知识 图谱 节点 边界 约束 依赖 版权 许可 团队 成员 会议 邮件 通知 ' +
  '消息 队列 主题 订阅 事件 触发 定时 周期 重试 超时 限流 熔断 降级 监控 告警 备份 恢复 迁移 升级 兼容 标准 协议 端口 域名 证书 代理 网关 容器 镜像 集群'
).split(' ')

/** One memory in twenty is Chinese. Like any memory it keeps to a part of the words there are. */
export function chineseText(pen: Pen, length: number): string {
  const { random } = pen
  const subject = Array.from({ length: 60 }, () => random.pick(HAN))
  const words = (count: number) => Array.from({ length: count }, () => random.pick(subject)).join('')
  let text = ''
  while (text.length < length) {
    const span = random.chance(0.3) ? ` ${pen.span()} ` : `${words(1)} ${pen.word()} `
    text += `${words(3 + random.below(8))}，${span}${words(2 + random.below(6))}。${random.chance(0.2) ? '\n\n' : ''}`
  }
  return text
}
