import type { Messages } from '../../en/messages/index.ts'

const SECRETS: Readonly<Record<string, string>> = {
  'a password or key': '密码或密钥',
  'a private key': '私钥',
  'a password in an address': '网址中的密码',
  'a token in an address': '网址中的 token',
  'a code or PIN': '验证码或 PIN',
  'a recovery phrase': '助记词',
  'a JSON web token': 'JSON Web Token',
  'a login': '登录名和密码',
  'a private address, which your own rule keeps out of notes': '您自己的规则不许写进记忆的内网地址',
}

export const checks: Messages['checks'] = {
  more: (items, others) => `${items} 等（另有 ${others} 个）`,
  line: line => (line === 0 ? 'description' : `第 ${line} 行`),
  here: quote => `这里：${quote}`,
  at: (place, what) => `${place}：${what}`,
  inCommit: (commit, date) => `${date} 的提交 ${commit}`,
  place: (text, line) => `${text}（${line}）`,

  facts: {
    present: at => `存在：${at}`,
    unknown: why => `无法查证：${why}`,
    removed: commit => `已在 ${commit} 中删除`,
    renamed: (to, commit) => `已在 ${commit} 中改名为 ${to}`,
    gone: '不存在',
    never: '这个仓库里从来没有',
    'out-of-scope': '在项目之外',
    symbol: '代码里找不到',
  },
  removedReference: (text, commit) => `${text}（已在 ${commit} 中删除）`,

  clocks: {
    frontmatter: '按 frontmatter 中的日期',
    git: '按最后一次提交',
    mtime: '按文件时间',
    name: '按文件名',
  },
  order: {
    byClock: (file, clock) => `${clock}，${file} 较新`,
    byWords: (file, quote) => `${file} 自己写明：${quote}`,
    unknown: '不知道哪一条较新',
  },

  protections: {
    user: '与你本人有关',
    pinned: '已置顶（pinned）',
    rule: '是一条规则',
    recent: '最近几天改动过',
  },
  protectedBy: (subject, why) => `${subject}${/[\w.]$/.test(subject) ? ' ' : ''}${why.join('，')}`,
  it: '它',

  fullyStale: {
    title: '完全过时',
    meaning: '这条记忆提到的内容在项目里都已不存在。',
    whatNow: '会被归档；如果它是规则、已置顶、最近改动过或与你本人有关，则等你决定。',
    wouldChange: '只要有一处引用恢复、加上 `pinned: true`，或在文件删除之后编辑过这条记忆，就会保留。',
    say: '它提到的都已不存在',
    because: missing => `它提到的都已不存在：${missing}`,
    reason: '完全过时：引用的文件都已删除',
    traceless: paths => `无法确定 ${paths} 是否曾在这里`,
    runTimeState: paths => `${paths} 像是运行时产生的数据，不属于项目本身`,
    onlyDocuments: '删除的只是文档，没有代码：笔记的内容可能仍然有效',
    writtenUnknown: '不知道笔记写于何时：它说的可能正是这次删除',
    writtenLater: (written, missing) => `写于 ${written}，不早于 ${missing}：它说的可能正是这次删除`,
    saysGone: path => `笔记自己说 ${path} 已经没有了`,
    feedback: file => `${file} 是反馈：其中的要求可能仍然有效`,
    rule: file => `${file} 是一条规则`,
  },

  mostlyStale: {
    title: '大部分过时',
    meaning: '这条记忆所说的内容已经不在：写下之后，git 删除了这些文件。',
    whatNow: '如果其中没有还成立的内容，就接受；否则改正仍成立的部分。',
    wouldChange: '只要它写明的某个路径存在，或在文件删除之后编辑过，最多算部分过时。',
    say: '它所说的内容已不存在',
    needsReview: '它提到的内容可能还有一部分存在',
    reason: '大部分过时：引用的文件几乎都已删除',
  },

  partiallyStale: {
    title: '部分过时',
    meaning: '这条记忆提到的内容，有的已不存在，有的还在。',
    whatNow: '读一遍，改正已不存在的部分；Dream 不会动它。',
    wouldChange: '改正路径后它就是最新的；如果 git 又删除了更多路径，它会变成大部分或完全过时。',
    say: (missing, present) => `${missing} 处引用已不存在，${present} 处还在`,
  },

  renamedPath: {
    title: '路径已改名',
    meaning: '这条记忆提到的路径，在 git 中已经改名。',
    whatNow: '接受提议，写入新路径。',
    wouldChange: '在正文里写新路径，或把旧路径恢复到项目中。',
    say: (path, to) => `${path} 现在是 ${to}`,
    evidence: (line, commit) => `${line}：在 ${commit} 中改名`,
    because: (path, to) => `也可能有意写旧路径 ${path}；新路径是 ${to}`,
    sayMany: (paths, notes, commit) => `${notes} 条记忆中的 ${paths} 个路径在同一次提交（${commit}）中改名`,
    becauseMany: paths => `也可能有意写旧路径：${paths}`,
  },

  contradiction: {
    title: '矛盾',
    meaning: '一条记忆要求做的事，另一条要求不做。',
    whatNow: '知道先后时保留较新的一条；否则对照两处原文，保留其中一条。',
    wouldChange:
      '写明各自适用的场合（“测试中”“生产环境”）。frontmatter 里的日期，或较新一条里的“不再”，可以确定哪条有效。',
    say: (by, object) => `关于 ${object}，与 ${by} 说法相反`,
    narrower: '其中一条只涉及另一条的一部分',
    saysMore: file => `${file} 还有很多其他内容`,
    because: (by, quote, byQuote, order) => `与 ${by} 矛盾：${quote} 对 ${byQuote}；${order}`,
    reason: by => `与 ${by} 矛盾`,
  },

  valueChanged: {
    title: '值已改变',
    meaning: '两条记忆说的是同一件事，但值不同。',
    whatNow: '新的成立就接受，旧的会归档；否则保留旧的，或两条都留。',
    wouldChange: '写明各自适用的场合，或从旧的那条里去掉旧值。',
    say: (value, by, byValue) => `这里是 ${value}，${by} 里是 ${byValue}：哪个成立？`,
    older: (day, quote) => `旧的，${day}：${quote}`,
    newer: (by, day, quote) => `新的，${by}，${day}：${quote}`,
    corrected: day => `你在 ${day} 更正过`,
    needsReview: '两条里哪条成立，只有你知道',
    because: (by, quote, byQuote, order) => `${by} 的值不同：${quote}，对 ${byQuote}；${order}`,
    reason: by => `值已改变，见 ${by}`,
  },

  duplicate: {
    title: '重复',
    meaning: '两条记忆内容相同。',
    whatNow: '保留较新的一条；如果较旧的一条内容更多，可以接受合并，或两条都保留。',
    wouldChange: '有一个数值或一句话不同，就算两条记忆；frontmatter 里的日期可以确定哪条较新。',
    say: of => `与 ${of} 内容相同`,
    identical: order => `正文相同；${order}`,
    contained: of => `它的内容 ${of} 里都有，而且更多`,
    overlap: (share, order) => `${share} 的词相同；${order}`,
    differsIn: values => `不同之处：${values}`,
    onlyHere: quote => `只有这里有：${quote}`,
    tooShort: '正文太短，无法判断，而且 description 不同',
    saysMore: of => `${of} 内容更多；你可能想留着简短的一条`,
    differing: values => `两条在 ${values} 上不同`,
    merge: (file, sentences, of) => `${file} 有 ${sentences} 句是 ${of} 没有的：需要合并`,
    becauseIdentical: (of, order) => `与 ${of} 重复：正文相同；${order}`,
    because: (of, share, order) => `与 ${of} 重复：${share} 的词相同；${order}`,
    reason: of => `与 ${of} 重复`,
  },

  copyElsewhere: {
    title: '另一个目录中的副本',
    meaning: '同一条记忆也在另一个 agent 或项目的目录里。',
    whatNow: '保留用得到的那一条，忘记另一条。',
    wouldChange: '有自己的内容；或运行时只包含其中一个目录。',
    say: (folder, other) => `${folder} 里也有，文件名是 ${other}`,
    identical: '正文相同',
    near: share => `${share} 逐字相同`,
    because: '只有你知道该留在哪个目录',
    reason: (other, folder) => `与 ${folder} 中的 ${other} 相同`,
  },

  superseded: {
    title: '旧版本',
    meaning: '两条记忆的名字，除了“updated”“v2”或日期之类的词，都一样。',
    whatNow: '确认较新的一条包含了所有仍成立的内容，然后接受。',
    wouldChange: '如果不是另一条的旧版本，就换个名字；或者有日期表明另一条较新。',
    say: by => `是 ${by} 的旧版本`,
    evidence: words => `两个名字只差 ${words}`,
    needsReview: '名字表明有更新的版本；请看看只有旧版本才有的内容',
    because: (by, order) => `${by} 的旧版本；${order}`,
    reason: by => `已被 ${by} 取代`,
  },

  promoted: {
    title: '已写入文档',
    meaning: '这条记忆的内容已经写在项目自己的 Markdown 文档里。',
    whatNow: '如果逐字都在文档里，会被归档；否则对照两处原文，接受或保留。',
    wouldChange: '有一句话是文档里没有的；记忆里提到文档的名字（那它就是指向文档的）；或文档里删掉了那一段。',
    extents: {
      whole: document => `全部内容都在 ${document} 里`,
      most: document => `大部分内容都在 ${document} 里`,
      rule: document => `${document} 里也有这条规则`,
    },
    inDocument: (document, line, quote) => `${document} 第 ${line} 行：${quote}`,
    shareOfName: share => `标题的 ${share} 出现在那里（少见的词权重更高）`,
    share: share => `${share} 逐字出现在那里`,
    notAll: document => `有一部分不在 ${document} 里`,
    otherWords: document => `${document} 里的说法不同`,
    because: document => `内容已在 ${document} 里`,
    reason: to => `已写入文档：${to}`,
  },

  finished: {
    title: '已完成',
    meaning: '这条记忆自己说明工作已经完成。',
    whatNow: '如果以后用不到，就接受；其中的经验值得单独记一条。',
    wouldChange:
      '有未完成的条目或相应的状态；仍然有效的内容用 `type: feedback` 或 `reference`；或用 `lessons`、`decision` 之类的名字。',
    how: {
      status: '写明工作已完成',
      closing: '写明所说的工作已结束',
      items: '所有条目都标为已完成',
    },
    needsReview: '只有你知道这段记录是否还需要',
    because: quote => `它自己写明已完成：${quote}`,
    reason: '已完成：它自己写明',
  },

  inactive: {
    title: '项目不活跃',
    meaning: '这条记忆所属的项目很久没有动静：没有提交、会话或编辑。',
    whatNow: '如果项目已经结束，就接受；学到的经验值得换个类型另记一条。',
    wouldChange:
      '有提交、会话、编辑过的文件或记忆；`pinned: true`；调大 `expiry.project.inactiveDays`，或把 `expiry.project.enabled` 设为 false。',
    say: last => `所属项目自 ${last} 起没有提交、会话或编辑`,
    signs: { commit: '提交', session: '会话', edit: '文件编辑' },
    evidence: (sign, last) => `最后的活动：${sign}，${last}`,
    needsReview: '只有你知道项目是否已经结束',
    because: last => `项目不活跃：自 ${last} 起没有提交、会话或编辑`,
    reason: '项目不活跃',
  },

  topicCluster: {
    title: '同一主题的笔记',
    meaning: '几条短记忆说的是同一主题，合成一条更容易找到。',
    whatNow: '看看草稿（每句都注明来源）；接受、编辑，或让它们保持分开。',
    wouldChange: '名字里没有那个共同的词，或某条笔记超过 2,500 个字符，足以单独存在。',
    say: (files, topic) => `${files} 条笔记属于同一主题：${topic}`,
    notes: files => `笔记：${files}`,
    into: file => `合并后写入 ${file}`,
    because: '只有你知道它们是否该放在一起；草稿不会丢掉任何一句',
    clustered: into => `已并入 ${into}`,
    drafted: from => `由 ${from} 合并而成`,
  },

  danglingLink: {
    title: '失效的链接',
    meaning: '这条记忆链接到一条不存在的记忆。',
    whatNow: '改正链接，或写出它要链接的记忆。',
    wouldChange: '旁边有同名的记忆或文件；或链接里带有路径（那就指向别处）。',
    say: (line, target) => `${line}链接到 ${target}，但它不存在`,
  },

  unreachable: {
    title: '失效的引用',
    meaning: '这条记忆链接的网页已经不存在。',
    whatNow: '找到新地址，改正链接；记忆保留。',
    wouldChange: '链接能打开。只报告确定失效的：404、410、域名不存在。',
    say: (line, url, why) => `失效：${line}链接到 ${url}，已不存在（${why}）`,
  },

  relativeDate: {
    title: '相对日期',
    meaning: '这条记忆里有“昨天”“下周”之类的说法，时间越久越难懂。',
    whatNow: '接受提议，写入当时所指的日期。',
    wouldChange: '在同一行写明日期。',
    say: (line, quote, date) => `第 ${line} 行写着 ${quote}，当时指 ${date}`,
    evidence: (written, clock) => `写于 ${written}（${clock}）`,
    because: (date, written) => `${date} 是从 ${written} 推算的；这一行可能更早`,
  },

  secret: {
    title: '疑似密钥',
    meaning: '这条记忆里有疑似密钥或密码的内容；agent 每次对话都会读到。',
    whatNow: '先在使用它的地方更换，再从记忆里删掉，然后运行 dream purge，从历史中一并清除。',
    wouldChange: '换成 `<token>` 之类的占位符。',
    what: what => SECRETS[what] ?? what.replace(/^an? /, ''),
    say: (line, what, masked) => `第 ${line} 行疑似有${what}：${masked}`,
    evidence: '先在使用它的地方更换，再运行 dream purge，从 Dream 的历史中一并清除',
  },

  takenOut: {
    title: '已从索引移除',
    meaning: '记忆还在，但有人从 MEMORY.md 里删掉了它那一行：agent 找不到它了。',
    whatNow: '接受则归档，或重新写上那一行；Dream 不会自行处理。',
    wouldChange: '在 MEMORY.md 里用一行、一个表格行或一处文字提到这个文件。',
    say: '在 MEMORY.md 里的那一行被删掉了',
    byGit: commit => `git：那一行在 ${commit} 中删除，记忆保留了下来`,
    byDream: date => `Dream 在 ${date} 写 MEMORY.md 时那一行还在，记忆保留了下来`,
    needsReview: '只有你知道那一行为什么被删掉',
    because: date => `它在 MEMORY.md 里的那一行已在 ${date} 前删掉`,
    reason: '所有者已将其从索引移除',
  },

  indexMissing: {
    title: '没有索引',
    meaning: '没有 MEMORY.md，agent 看不到这些记忆。',
    whatNow: 'Dream 会根据目录中的记忆生成。',
    wouldChange: '在记忆旁边放一个 MEMORY.md。',
    say: '不存在',
  },

  entryGone: {
    title: '条目没有对应文件',
    meaning: 'MEMORY.md 中有一行指向不存在的文件。',
    whatNow:
      '如果 git 或 Dream 能证明文件曾在这里，就移除链接；否则保留：请恢复文件、重写文件，或删掉那一行。',
    wouldChange: '恢复文件，或从 MEMORY.md 中删掉链接。',
    say: (line, target) => `第 ${line} 行指向 ${target}，但它不存在`,
    sayUnproven: (line, target) =>
      `第 ${line} 行指向 ${target}，但它不存在；没有迹象表明它存在过，因此保留这一行`,
    because: (line, target) => `只剩第 ${line} 行：接受则用这一行写出 ${target}`,
    archived: (file, date) => `Dream 已在 ${date} 归档 ${file}`,
    leftGit: (file, commit) => `git：${file} 在 ${commit} 中删除`,
    seen: (file, date) => `Dream 在 ${date} 查看时 ${file} 还在`,
  },

  entryMissing: {
    title: '记忆没有条目',
    meaning: 'MEMORY.md 没有任何一行提到这条记忆，agent 找不到它。',
    whatNow: '会给它加一行，除非有人曾删掉过它那一行。',
    wouldChange: '在 MEMORY.md 里用一行、一个表格行或一处文字提到这个文件。',
    say: '在 MEMORY.md 里没有对应的行',
  },

  lineLong: {
    title: '索引行过长',
    meaning: 'MEMORY.md 中有一行达到 150 个字符以上；agent 每次对话都会读整个索引。',
    whatNow: '把它缩短，细节留在文件里。',
    wouldChange: '少于 150 个字符。',
    say: (line, length) => `第 ${line} 行有 ${length} 个字符；建议不超过约 150 个`,
    digest: (lines, line, length) => `有 ${lines} 行超过建议的 150 个字符；第 ${line} 行有 ${length} 个`,
  },

  tooLong: {
    title: '索引过长',
    meaning: 'MEMORY.md 超过 200 行或 25,000 字节。agent 读不到末尾，而新条目就在末尾。',
    whatNow: '合并或缩短条目，把最新的移到前面。',
    wouldChange: '不超过 200 行和 25,000 字节。',
    say: (lines, bytes) => `有 ${lines} 行、${bytes} 字节；agent 只读 200 行或 25,000 字节`,
    evidence: (line, quote) => `agent 看不到第 ${line} 行：${quote}`,
  },

  disused: {
    title: '停用的索引',
    meaning: 'MEMORY.md 自己说明已停用。',
    whatNow: 'Dream 不会动它；如果其实还在用，请删掉那句话。',
    wouldChange: 'MEMORY.md 开头没有那句话，或使用 --rebuild-index。',
    say: (line, quote) => `保持不动：第 ${line} 行写着 ${quote}`,
  },

  notUtf8: {
    title: '索引无法读取',
    meaning: 'MEMORY.md 不是有效的 UTF-8。',
    whatNow: '请存为 UTF-8；在此之前 Dream 不会编辑它。',
    wouldChange: '把文件存为 UTF-8。',
    say: '不是有效的 UTF-8，保持不动',
  },

  oddity: {
    title: '不处理',
    meaning: '目录里有内容无法作为记忆读取。',
    whatNow: 'Dream 不会动它；后面写有原因。',
    wouldChange: '改正所写的问题。',
    yamlInvalid: 'frontmatter 不是有效的 YAML；因此不知道它的 name、description 和 type',
    headTooLarge: 'frontmatter 太大，无法读取；因此不知道它的 name、description 和 type',
  },
}
