import { describe, expect, it } from 'vitest'
import { compareTexts, type Relation } from '../../src/text/index.ts'

const relation = (a: string, b: string): Relation => compareTexts({ text: a }, { text: b }).relation

/** A changed value or a contradiction, whichever: never the same, never held. */
const DIFFER: readonly (readonly [a: string, b: string])[] = [
  ['The customer approved the mock-up.', 'The customer rejected the mock-up.'],
  ['The nightly job starts the indexer.', 'The nightly job stops the indexer.'],
  ['The uploader makes two retries.', 'The uploader makes three retries.'],
  ['Deploy the gateway before the workers.', 'Deploy the workers before the gateway.'],
  ['The metrics server listens on port 8080.', 'The metrics server listens on port 9090.'],
  ['The ledger is stored in Postgres.', 'The ledger is stored in MySQL.'],
  ['Sessions expire after ten minutes.', 'Sessions expire after one hour.'],
  ['Always use mocks in the adapter tests.', 'Never use mocks in the adapter tests.'],
  ['Exports include the last day.', 'Exports exclude the last day.'],
  ['Billing is on Tuesday.', 'Billing is on Thursday.'],
  ['The user lives in Ghent.', 'The user moved to Antwerp last week.'],
  ['Everything is deployed to eu-west-1.', 'Deployments go to eu-central-1; eu-west-1 was shut down.'],
  ['Marta looks after the archive.', 'Jonas has taken over the archive from Marta.'],
  ['先磨豆，再烧水。', '先烧水，再磨豆。'],
  ['采购由小白负责。', '采购现在由阿杰负责，小白去管门店了。'],
  ['用户的导师是林教授。', '导师换了，现在是何教授。'],
  ['上传失败会自动重试。', '上传失败不会自动重试，由人手工处理。'],
  ['The search index lives in Lyon.', 'The search index no longer lives in Lyon, it moved to Metz.'],
  ['客户批准了方案。', '客户驳回了方案。'],
  ['日志库用 pino。', '日志库不要用 pino。'],
  ['日志库用 pino。', '日志库用 winston。'],
  ['上传失败重试两次。', '上传失败重试三次。'],
  ['先部署网关再部署工作节点。', '先部署工作节点再部署网关。'],
  ['监控服务的端口是 8080。', '监控服务的端口是 9090。'],
  ['新用户默认打开通知。', '新用户默认关闭通知。'],
  ['会话十分钟后过期。', '会话一小时后过期。'],
  ['库存从总部同步到门店。', '库存从门店同步到总部。'],
  ['Loki is where we keep the tram logs.', "We no longer use Loki for the tram logs, it's Elastic now."],
  ['The depot runs on the host heron.', 'The depot was moved to the host egret.'],
  ['We keep the tram logs in Loki.', 'Tram logs are kept in Elastic now.'],
  ['The tram export stores its data in Oracle.', 'We switched the tram export from Oracle to MariaDB.'],
  ['The depot gate times out after 3 seconds.', 'We raised the timeout of the depot gate to 20 seconds.'],
  ['The driver app is built with React Native.', 'We rewrote it: the driver app is built with Flutter.'],
  ['车票按天卖。', '公司决定车票按里程卖。'],
  ['时刻表归安妮卡管。', '时刻表现在由伦纳特管。'],
]

/** Each about a thing of its own, however alike they are. */
const OF_OTHERS: readonly (readonly [a: string, b: string])[] = [
  [
    'We raised the timeout of the depot gate to 20 seconds.',
    'We raised the timeout of the tram door to 30 seconds.',
  ],
  [
    'We switched the tram export from Oracle to MariaDB.',
    'We switched the fare report from MariaDB to SQLite.',
  ],
  ['The lights of building 131 are new.', 'We raised the timeout of the mobile build to 39 seconds.'],
  ['I live in Tampere.', 'The winter timetable was moved to 15 November.'],
  ['Track 3 takes trams up to 30 metres.', 'Track 4 takes trams up to 45 metres.'],
  ['三号轨道停三十米以内的车。', '四号轨道停四十五米以内的车。'],
  ['车票导出的数据从 Oracle 迁到 MariaDB 了。', '时刻表报告的数据从 MariaDB 迁到 SQLite 了。'],
  ['司机考核由安妮卡负责。', '司机考核的时限改成 34 天了。'],
  ['Tram times come from the city office.', 'The city office is where we take the tram times from.'],
  ['We do not deploy on Fridays.', 'Security fixes may be deployed on Fridays.'],
]

const SAME: readonly (readonly [a: string, b: string])[] = [
  ['The bar closes at 23:00.', 'The bar closes at eleven in the evening.'],
  ['Do not deploy on Fridays.', 'Never deploy on a Friday.'],
  ['Every release is signed by Hana.', 'Hana signs each release.'],
  ['The uploader makes 3 retries.', 'The uploader makes three retries.'],
  ['Standup is at half past ten.', 'Standup is at 10:30.'],
  ['早会十点一刻开。', '早会 10:15 开。'],
  ['日志保留两年。', '日志保留 2 年。'],
  ['不允许对共享分支强制推送。', '共享分支上禁止强制推送。'],
]

/** An exception, another case: both stand, whatever is allowed or counted. */
const BOTH_STAND: readonly (readonly [a: string, b: string])[] = [
  [
    'No photos are taken during shows.',
    'Press with a badge may take photos during the last minutes of a show.',
  ],
  // Two words stand in the other order, but in other sentences.
  [
    '介绍新模块时，必须先讲解这个模块本身是什么，然后才能讲为什么需要它。',
    '读者先看到示例，知道为什么要讲这个，然后才能理解讲解内容。',
  ],
  ['Visitors under 16 need a parent.', 'Visitors over 65 get a discount.'],
  ['Use pnpm for everything, never npm.', 'The package manager is pnpm; npm is not used.'],
  ['合并前跑全量测试。', '只改文档的合并不用跑测试。'],
  ['账单导出的端口是 7100。', '账单导出的数据从 Redis 迁到 MySQL 了。'],
  ['The export listens on port 7100.', 'We switched the export from Redis to MySQL.'],
  ['开发环境的数据库是 SQLite。', '生产环境的数据库是 Postgres。'],
  ['Releases leave after the nightly build.', 'Urgent releases never wait for the nightly build.'],
  [
    'The staging database is restored from the nightly backup every Monday.',
    'Every Monday the staging database is restored from the nightly backup.',
  ],
]

describe('two statements', () => {
  it.each(BOTH_STAND)('D46 finds nothing against each other in: %s / %s', (a, b) => {
    expect(['value-changed', 'contradiction']).not.toContain(relation(a, b))
    expect(['value-changed', 'contradiction']).not.toContain(relation(b, a))
  })

  it.each(DIFFER)('D46 M20 tells apart: %s / %s', (a, b) => {
    expect(['value-changed', 'contradiction']).toContain(relation(a, b))
    expect(['value-changed', 'contradiction']).toContain(relation(b, a))
  })

  it.each(OF_OTHERS)('D46 M20 says of neither that it replaces the other: %s / %s', (a, b) => {
    expect(['value-changed', 'contradiction', 'same']).not.toContain(relation(a, b))
  })

  it.each(SAME)('M22 says that these are the same: %s / %s', (a, b) => {
    expect(relation(a, b)).toBe('same')
    expect(relation(b, a)).toBe('same')
  })

  it('D46 shows which values differ, and which sentence is the newer', () => {
    const found = compareTexts(
      { text: 'The crawler waits 5 seconds.' },
      { text: 'The crawler now waits 20 seconds, not 5 seconds.' },
    )
    expect(found).toMatchObject({ relation: 'value-changed', newer: 'b', subject: ['crawler', 'waits'] })
    expect(found.differs?.a).toBe('5 seconds')
  })

  it.each([
    ['Sprint 4 goal: fewer alerts.', 'Sprint 5 goal: faster search.'],
    ['三月巡检：磁盘正常。', '四月巡检：内存偏高。'],
  ])('D46 is silent for a series: %s / %s', (a, b) => expect(relation(a, b)).toBe('series'))

  it.each([
    ['Unit tests may mock the network.', 'Integration tests never mock the network.'],
    ['单元测试可以 mock 网络。', '集成测试不许 mock 网络。'],
  ])('lets two rules for two cases stand: %s / %s', (a, b) => expect(relation(a, b)).toBe('related'))

  it.each([
    ['Backups run every night.', 'Backups run every night and are kept in the second data centre.', 'b'],
    ['备份每晚跑，存在第二机房。', '备份每晚跑。', 'a'],
  ])('knows which one holds the other: %s / %s', (a, b, fuller) => {
    expect(compareTexts({ text: a }, { text: b })).toMatchObject({ relation: 'contained', fuller })
  })

  it('finds nothing in common where only a number is shared', () => {
    expect(relation('The oven is set to 230 degrees.', 'The importer reads 230 rows.')).toBe('unrelated')
  })

  it('is not confused by the frame of a note', () => {
    const frame = (what: string) =>
      `**What:** ${what}\n\n**Why:** The conversation does not say.\n\n**How to apply:** Follow it.`
    expect(relation(frame('The pump runs on 12 volts.'), frame('Menus are printed on blue paper.'))).not.toBe(
      'same',
    )
  })
})
