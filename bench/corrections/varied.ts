import type { Fact } from './facts.ts'

const facts = (lines: string): readonly Fact[] =>
  lines
    .trim()
    .split('\n')
    .map(line => {
      const [first = '', second = '', question = '', older = '', newer = ''] = line.trim().split('|')
      return { first, second, question, older, newer }
    })

/** Facts of one world, each said and corrected in its own way: no two of one template. */
export const VARIED_ENGLISH: readonly Fact[] = facts(`
  The night ferry leaves from pier four.|No, actually the night ferry leaves from pier nine.|Which pier does the night ferry leave from?|pier four|pier nine
  Our fiscal year begins in January.|Correction: our fiscal year begins in July.|When does our fiscal year begin?|January|July
  Grafana is where we watch the gangway sensors.|We no longer use Grafana for the gangway sensors, it's Datadog now.|Where do we watch the gangway sensors?|Grafana is|Datadog
  The customer Halvard pays within 14 days.|Halvard pays within 30 days now, not 14.|How soon does Halvard pay?|within 14|30 days
  Kari signs the customs papers.|Since Monday Tomas signs the customs papers instead of Kari.|Who signs the customs papers?|Kari signs|Tomas
  The tide tables are read as CSV.|We switched the tide tables from CSV to Parquet.|Which format do the tide tables have?|as CSV|Parquet
  Tickets are sold per day.|The board decided that tickets are sold per crossing.|How are tickets sold?|per day|per crossing
  The harbour office closes at five on Fridays.|The harbour office closes at four on Fridays, you had it wrong.|When does the harbour office close on Fridays?|at five|at four
  I live in Stavanger.|I moved to Haugesund last month.|Where do I live?|Stavanger|Haugesund
  Crew lists go to the port authority by fax.|Crew lists go to the port authority by e-mail these days.|How do crew lists go to the port authority?|by fax|by e-mail
  We compress the sonar recordings with gzip.|Scratch that, we compress the sonar recordings with zstd.|How do we compress the sonar recordings?|gzip|zstd
  The route planner retries three times.|The route planner retries five times from now on.|How often does the route planner retry?|three times|five times
  The bridge simulator needs Windows.|The bridge simulator needs Linux, Windows was dropped.|What does the bridge simulator need?|needs Windows|Linux
  My sister's birthday is on 4 May.|Sorry, my sister's birthday is on 14 May.|When is my sister's birthday?|on 4 May|14 May
  Lifeboat drills take place every second week.|Lifeboat drills take place every week since the audit.|How often do lifeboat drills take place?|second week|every week
  Fuel prices come from the Rotterdam exchange.|Not the Rotterdam exchange: fuel prices come from the Singapore one.|Where do fuel prices come from?|from the Rotterdam|Singapore
  Run the linter before the unit tests.|Run the unit tests before the linter.|What runs first, linter or unit tests?|linter before|tests before
  Legal approved the new boarding terms.|Legal rejected the new boarding terms.|What did legal say about the boarding terms?|approved|rejected
  Passenger photos are kept for a year.|Passenger photos are kept for 30 days, the regulator insisted.|How long are passenger photos kept?|a year|30 days
  The winter timetable starts on 1 November.|The winter timetable was moved to 15 November.|When does the winter timetable start?|1 November|15 November
`)
export const VARIED_CHINESE: readonly Fact[] = facts(`
  夜班渡轮从四号码头出发。|不对，夜班渡轮从九号码头出发。|夜班渡轮从哪个码头出发？|四号|九号
  我们的财年从一月开始。|更正：我们的财年从七月开始。|我们的财年从几月开始？|一月|七月
  舷梯传感器在 Grafana 上看。|舷梯传感器不用 Grafana 看了，现在用 Datadog。|舷梯传感器在哪里看？|在 Grafana|Datadog
  客户海晟十四天内付款。|客户海晟改成三十天内付款。|客户海晟多久付款？|十四天|三十天
  报关单由卡丽签字。|报关单周一起由托马斯签字。|报关单由谁签字？|卡丽|托马斯
  潮汐表用 CSV 格式。|潮汐表从 CSV 换成了 Parquet。|潮汐表用什么格式？|用 CSV|Parquet
  船票按天卖。|董事会决定船票按航次卖。|船票怎么卖？|按天|按航次
  港务办公室周五五点关门。|港务办公室周五四点关门，你记错了。|港务办公室周五几点关门？|五点|四点
  我住在斯塔万格。|我上个月搬到海于格松了。|我住在哪里？|斯塔万格|海于格松
  船员名单用传真发给港务局。|船员名单现在用邮件发给港务局。|船员名单怎么发给港务局？|传真|邮件
  声呐录音用 gzip 压缩。|前面说错了，声呐录音用 zstd 压缩。|声呐录音用什么压缩？|gzip|zstd
  航线规划失败重试三次。|以后航线规划失败重试五次。|航线规划失败重试几次？|三次|五次
  驾驶模拟器要 Windows。|驾驶模拟器改用 Linux，不再支持 Windows。|驾驶模拟器要什么系统？|要 Windows|Linux
  我妹妹的生日是五月四号。|我妹妹的生日是五月十四号，刚才说错了。|我妹妹的生日是哪天？|五月四号|五月十四号
  救生艇演习每两周一次。|审计之后救生艇演习每周一次。|救生艇演习多久一次？|每两周|每周一次
  油价取自鹿特丹交易所。|油价不是取自鹿特丹交易所，而是新加坡交易所。|油价取自哪里？|取自鹿特丹交易所。|新加坡
  先跑检查再跑单元测试。|先跑单元测试再跑检查。|检查和单元测试先跑哪个？|先跑检查|先跑单元测试
  法务批准了新的登船条款。|法务驳回了新的登船条款。|法务怎么看登船条款？|批准|驳回
  旅客照片保存一年。|监管要求旅客照片只保存三十天。|旅客照片保存多久？|一年|三十天
  冬季班次十一月一号开始。|冬季班次推迟到十一月十五号开始。|冬季班次什么时候开始？|十一月一号|十一月十五号
`)
