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

const HAN =
  '数据服务用户接口测试部署构建缓存日志错误请求页面组件模块代码提交分支版本发布环境变量配置文件目录路径函数类型参数返回结果检查修复优化设计流程任务计划进度记忆规则文档说明'

/** One memory in twenty is Chinese: the same law over words of two characters. */
export function chineseSentence(pen: Pen): string {
  const { random } = pen
  const word = () => {
    const at = 2 * Math.floor((random.next() * random.next() * HAN.length) / 2)
    return HAN.slice(at, at + 2)
  }
  const words = Array.from({ length: 6 + random.below(12) }, word).join('')
  return random.chance(0.3) ? `${words} ${pen.span()} ${word()}。` : `${words}，${word()}${word()}。`
}
