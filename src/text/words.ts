/** The first design's own list; both rules leave these out. */
const STOPWORDS = new Set(
  (
    'the a an is are was were be been have has had do does did will would could should may might can shall to of in for on with ' +
    'at by from as into through during before after this that it not no but or and if then than so'
  ).split(' '),
)

/** Chinese words of two characters and more that say nothing about a subject; single characters never count. */
const CHINESE_STOPWORDS = new Set(
  (
    '我们 你们 他们 她们 它们 咱们 大家 自己 这个 那个 这些 那些 这样 那样 这里 那里 这么 那么 这种 那种 一个 一些 一种 一下 一样 一直 ' +
    '什么 怎么 怎样 如何 为何 为什么 哪个 哪些 哪里 多少 没有 不是 就是 还是 只是 但是 可是 不过 然而 而且 并且 以及 或者 或是 还有 ' +
    '因为 所以 因此 由于 如果 假如 要是 虽然 尽管 即使 只要 只有 除了 除非 无论 不管 然后 接着 之后 之前 以后 以前 以上 以下 以内 之间 ' +
    '其中 其他 其它 其实 另外 此外 关于 对于 至于 根据 按照 通过 为了 作为 可以 可能 能够 应该 应当 需要 已经 正在 曾经 将会 现在 目前 ' +
    '当时 时候 有时 有些 有的 所有 每个 各个 任何 全部 非常 比较 更加 十分 特别 进行 之类 等等 而是 不会 不能 也是 都是 是否 来说 的话 ' +
    '那么 于是 甚至 例如 比如 以便 以免 并不 并非 不再 仍然 依然 还要'
  ).split(' '),
)

/** What Python's `split()` takes for white space. */
const WHITE_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

/** D9 under `seed`: lower-cased, split on white space, punctuation kept, longer than two characters. */
export function seedWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const word of text.toLowerCase().split(WHITE_SPACE)) {
    if (longerThanTwo(word) && !STOPWORDS.has(word)) words.add(word)
  }
  return words
}

/** Counted in code points: two emoji are two characters. */
function longerThanTwo(word: string): boolean {
  return word.length > 4 || (word.length > 2 && [...word].length > 2)
}

const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED = `${UNSPACED_SCRIPTS.map(script => `\\p{Script=${script}}`).join('')}ー々`
/** A run of a script that needs a segmenter, or a word of any other. */
const RUN = new RegExp(
  `([${UNSPACED}][${UNSPACED}\\p{M}]*)|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`,
  'gu',
)
const ASCII_WORD = /[a-z0-9_]+/g

let segmenter: Intl.Segmenter | undefined

/** The words of a script without spaces. One segmenter for all, made when it is needed: that takes longer than using it. */
export function segmentsOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return segmenter.segment(text)
}

/** D9, D12 under `careful`: words of any script, without punctuation. */
export function significantWords(text: string): Set<string> {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
  const words = new Set<string>()
  // Most text is ASCII, and for that the plain expression is several times faster.
  if (/^[\x00-\x7f]*$/.test(plain)) {
    for (const [word] of plain.matchAll(ASCII_WORD)) addWord(word, words)
    return words
  }
  for (const [word, unspaced] of plain.matchAll(RUN)) {
    if (unspaced === undefined) addWord(word, words)
    else addSegments(unspaced, words)
  }
  return words
}

function addWord(word: string, words: Set<string>): void {
  if (longerThanTwo(word) && !STOPWORDS.has(word)) words.add(word)
}

/** Longer runs without punctuation cost the segmenter more than their length; no one writes them. */
const MAX_RUN = 500

function addSegments(run: string, words: Set<string>): void {
  if (run.length < 2) return
  for (let start = 0; start < run.length; start += MAX_RUN) {
    for (const { segment } of segmentsOf(run.slice(start, start + MAX_RUN))) {
      if (segment.length > 1 && [...segment].length > 1 && !CHINESE_STOPWORDS.has(segment)) words.add(segment)
    }
  }
}

/** Shared words over the size of the smaller set; 0 where either has none. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return shared / small.size
}
