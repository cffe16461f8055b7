/** Something that is told, corrected in another form, and asked for. */
export interface Fact {
  readonly first: string
  readonly second: string
  readonly question: string
  /** What the reader looks for. */
  readonly older: string
  readonly newer: string
}

const SUBJECTS_EN = [
  'the billing export',
  'the image cache',
  'the login service',
  'the nightly report',
  'the search crawler',
  'the payment gateway',
  'the mail relay',
  'the backup job',
  'the staging cluster',
  'the mobile build',
]
const SUBJECTS_ZH = [
  '账单导出',
  '图片缓存',
  '登录服务',
  '夜间报表',
  '搜索爬虫',
  '支付网关',
  '邮件中继',
  '备份任务',
  '预发集群',
  '移动端构建',
]

const OWNERS = [
  ['Ingrid', 'Marek'],
  ['Tomas', 'Yara'],
  ['Selma', 'Piotr'],
  ['Nadia', 'Viktor'],
  ['Elif', 'Jonas'],
  ['Ruben', 'Katja'],
  ['Amara', 'Stefan'],
  ['Luis', 'Hedda'],
  ['Chloe', 'Bruno'],
  ['Dario', 'Maja'],
] as const
const OWNERS_ZH = [
  ['王磊', '李娜'],
  ['张伟', '刘洋'],
  ['陈静', '杨帆'],
  ['赵强', '黄敏'],
  ['周杰', '吴丹'],
  ['徐亮', '孙悦'],
  ['马超', '朱琳'],
  ['胡军', '林芳'],
  ['郭涛', '何雪'],
  ['高峰', '罗兰'],
] as const
const STORES = [
  ['Postgres', 'MySQL'],
  ['Redis', 'Memcached'],
  ['MongoDB', 'Postgres'],
  ['SQLite', 'MariaDB'],
  ['MySQL', 'SQLite'],
  ['Cassandra', 'DynamoDB'],
  ['MariaDB', 'Oracle'],
  ['DynamoDB', 'MongoDB'],
  ['Oracle', 'Cassandra'],
  ['Memcached', 'Redis'],
] as const

const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Four kinds of values, ten subjects: each corrected in another of the ways in which people correct. */
export const ENGLISH_FACTS: readonly Fact[] = SUBJECTS_EN.flatMap((subject, at) => [
  {
    first: `${cap(subject)} listens on port ${7100 + at}.`,
    second: `${cap(subject)} is on port ${8300 + at} now, not ${7100 + at}.`,
    question: `Which port does ${subject} listen on?`,
    older: String(7100 + at),
    newer: String(8300 + at),
  },
  {
    first: `${cap(subject)} times out after ${at + 2} seconds.`,
    second: `We raised the timeout of ${subject} to ${at + 30} seconds.`,
    question: `What is the timeout of ${subject}?`,
    older: `${at + 2} seconds`,
    newer: `${at + 30} seconds`,
  },
  {
    first: `${cap(subject)} is owned by ${OWNERS[at]![0]}.`,
    second: `No, actually ${subject} is owned by ${OWNERS[at]![1]}.`,
    question: `Who owns ${subject}?`,
    older: OWNERS[at]![0],
    newer: OWNERS[at]![1],
  },
  {
    first: `${cap(subject)} stores its data in ${STORES[at]![0]}.`,
    second: `We switched ${subject} from ${STORES[at]![0]} to ${STORES[at]![1]}.`,
    question: `Where does ${subject} store its data?`,
    older: STORES[at]![0],
    newer: STORES[at]![1],
  },
])

export const CHINESE_FACTS: readonly Fact[] = SUBJECTS_ZH.flatMap((subject, at) => [
  {
    first: `${subject}的端口是 ${7100 + at}。`,
    second: `${subject}的端口不是 ${7100 + at}，而是 ${8300 + at}。`,
    question: `${subject}的端口是多少`,
    older: String(7100 + at),
    newer: String(8300 + at),
  },
  {
    first: `${subject}的超时是 ${at + 2} 秒。`,
    second: `${subject}的超时改成 ${at + 30} 秒了。`,
    question: `${subject}的超时是几秒`,
    older: ` ${at + 2} 秒`,
    newer: ` ${at + 30} 秒`,
  },
  {
    first: `${subject}由${OWNERS_ZH[at]![0]}负责。`,
    second: `不对，${subject}现在由${OWNERS_ZH[at]![1]}负责。`,
    question: `${subject}由谁负责`,
    older: OWNERS_ZH[at]![0],
    newer: OWNERS_ZH[at]![1],
  },
  {
    first: `${subject}的数据存在 ${STORES[at]![0]}。`,
    second: `${subject}的数据从 ${STORES[at]![0]} 迁到 ${STORES[at]![1]} 了。`,
    question: `${subject}的数据存在哪里`,
    older: STORES[at]![0],
    newer: STORES[at]![1],
  },
])

const THINGS_EN = [
  'heating',
  'printer',
  'parking deck',
  'canteen',
  'lift',
  'reception',
  'archive',
  'workshop',
  'garden',
  'roof',
]
const STATES_EN = [
  'is inspected in',
  'was painted in',
  'is cleaned in',
  'gets a new lock in',
  'was measured in',
]
const MONTHS = ['January', 'March', 'May', 'July']
const THINGS_ZH = ['暖气', '打印机', '停车场', '食堂', '电梯', '前台', '档案室', '车间', '花园', '屋顶']
const STATES_ZH = ['检修在', '粉刷在', '保洁在', '换锁在', '测量在']
const MONTHS_ZH = ['一月', '三月', '五月', '七月']

/** Notes about other things. */
export function unrelated(language: 'en' | 'zh', count: number): string[] {
  const isEnglish = language === 'en'
  return Array.from({ length: count }, (_, at) => {
    const [thing, state, month] = [at % 10, Math.floor(at / 10) % 5, Math.floor(at / 50) % 4]
    return isEnglish
      ? `The ${THINGS_EN[thing]} of building ${at + 1} ${STATES_EN[state]} ${MONTHS[month]}.`
      : `${at + 1} 号楼的${THINGS_ZH[thing]}${STATES_ZH[state]}${MONTHS_ZH[month]}。`
  })
}
