/**
 * A small store in two languages and questions to it, each with the note that answers it. Written before any of them was
 * asked: a question that search gets wrong stays as it is.
 */
export interface Asked {
  readonly query: string
  readonly answer: string
}

type Note = readonly [file: string, name: string, type: string, text: string]

const ENGLISH: readonly Note[] = [
  [
    'queue',
    'Job queue',
    'project',
    'We left Redis for the job queue because it lost jobs when it was restarted. RabbitMQ took over on 4 March.',
  ],
  [
    'cache',
    'Cache',
    'project',
    'Redis still holds the session cache. Entries live for twenty minutes, then the shop logs people out.',
  ],
  [
    'release',
    'Release day',
    'project',
    'Releases leave on Tuesdays from the main branch. Marta gives the word after the smoke tests.',
  ],
  [
    'freeze',
    'Code freeze',
    'project',
    'Nothing is merged between 18 December and 6 January, since nobody is on call over the holidays.',
  ],
  [
    'oncall',
    'On call',
    'reference',
    'Jonas answers the pager this quarter. The rota changes on the first Monday of a quarter.',
  ],
  [
    'invoices',
    'Invoices',
    'project',
    'Invoices are numbered without gaps because the tax office asks for it. Never delete a draft once it has a number.',
  ],
  [
    'currency',
    'Money in the database',
    'feedback',
    'Amounts are whole cents, never floating point. A rounding error cost us an audit finding.',
  ],
  [
    'mocks',
    'No mocks for the database',
    'feedback',
    'Integration tests talk to a real Postgres. Mocked tests passed while the migration failed in production.',
  ],
  [
    'flaky',
    'The flaky checkout test',
    'project',
    'The checkout test fails about once in forty runs: it races with the mail worker. Ines is looking into it.',
  ],
  [
    'search',
    'Product search',
    'project',
    'Product search moved from Elasticsearch to Postgres full text, as the cluster was more work than the feature was worth.',
  ],
  [
    'images',
    'Product pictures',
    'reference',
    'Pictures lie in the bucket shop-media and are resized by the edge worker, not by the application.',
  ],
  [
    'backup',
    'Backups',
    'reference',
    'A dump is taken every night at 02:30 and kept for thirty days. The restore was last rehearsed in May by Jonas.',
  ],
  [
    'secrets',
    'Where keys are kept',
    'reference',
    'Keys live in the vault of the platform team. Ask Oleg for access; he needs a day.',
  ],
  [
    'style',
    'How the user likes answers',
    'user',
    'Short answers first, details only when asked. No bullet lists in chat.',
  ],
  [
    'editor',
    'Editor and keyboard',
    'user',
    'The user writes in Helix on a split keyboard and dislikes screenshots of terminals.',
  ],
  [
    'review',
    'Reviews',
    'feedback',
    'Every pull request needs one reviewer who did not write the ticket. Draft requests are not looked at.',
  ],
  [
    'legacy',
    'The old admin',
    'project',
    'The old admin pages are read only since February. They go once the accountants have their export.',
  ],
  [
    'export',
    'Export for the accountants',
    'project',
    'The accountants want one CSV a month with a line per payment. Ines owes them a first version by the end of June.',
  ],
  [
    'rates',
    'Rate limit',
    'project',
    'The partner interface allows sixty calls a minute; we stay at fifty so that retries have room.',
  ],
  [
    'incident',
    'The night of the certificate',
    'project',
    'On 9 April the shop was down for two hours: the certificate had expired and the reminder went to a mailbox that nobody reads.',
  ],
]

const CHINESE: readonly Note[] = [
  [
    '支付',
    '支付渠道',
    'project',
    '支付从旧网关换成了银联直连，因为旧网关每个月都会掉单。切换在三月十二日完成。',
  ],
  ['退款', '退款流程', 'project', '退款必须由财务复核，金额超过五百元时还要主管签字。'],
  ['发布', '发布时间', 'project', '每周四下午发布，由陈琳确认后才能上线。周五不发布。'],
  ['值班', '值班安排', 'reference', '本季度由王磊值班，每个季度的第一个周一换人。'],
  ['数据库', '数据库迁移', 'project', '我们把 MySQL 换成了 Postgres，原因是需要全文检索和向量检索。'],
  ['备份', '备份策略', 'reference', '每天凌晨三点备份一次，保留四十天。上次恢复演练在五月，由赵敏负责。'],
  ['缓存', '缓存时长', 'project', '会话缓存保留二十分钟，商品缓存保留一小时。缓存用的是 Redis。'],
  ['队列', '消息队列', 'project', '消息队列改用 RabbitMQ，因为原来的队列重启时会丢消息。'],
  [
    '测试',
    '测试约定',
    'feedback',
    '集成测试要连真实的数据库，不要用模拟数据。去年模拟测试全过了，上线后迁移却失败了。',
  ],
  ['提交', '提交信息', 'feedback', '提交信息用中文写，第一行不超过三十个字，不要写工单号。'],
  ['回答', '用户喜欢的回答方式', 'user', '先给结论，再给理由。不要长篇大论，也不要用表情。'],
  ['键盘', '用户的习惯', 'user', '用户用分体键盘，平时写 Go，晚上九点以后不看消息。'],
  [
    '证书',
    '证书过期事故',
    'project',
    '四月九日网站中断了两个小时：证书过期了，而提醒邮件发到了没人看的邮箱。',
  ],
  ['供应商', '供应商接口', 'project', '供应商接口每分钟最多六十次调用，我们限制在五十次，给重试留余地。'],
  ['图片', '图片存放', 'reference', '商品图片放在对象存储 shop-media 里，由边缘节点缩放。'],
  ['密钥', '密钥在哪里', 'reference', '密钥由平台组保管，要权限找孙浩，一般需要一天。'],
  ['导出', '给会计的导出', 'project', '会计每个月要一份表格，每笔付款一行。李娜答应六月底之前给出第一版。'],
  ['旧后台', '旧后台', 'project', '旧后台从二月起只读，等会计的导出做好以后就下线。'],
  ['冻结', '代码冻结', 'project', '春节前后两周不合并代码，因为没有人值班。'],
  ['搜索', '商品搜索', 'project', '商品搜索不再用 Elasticsearch，维护集群的工作量比功能本身还大。'],
]

/** One story told day by day: the same people and things in every note, so that only the details tell them apart. */
const ENGLISH_DAYS: readonly Note[] = [
  [
    'd01',
    '2 March',
    'project',
    'Marta and Jonas met the printer people. The catalogue comes in April; Marta wants thicker paper, Jonas finds it too dear.',
  ],
  [
    'd02',
    '3 March',
    'project',
    'Marta called the printer again. They can do 300 copies of the catalogue for the old price.',
  ],
  [
    'd03',
    '5 March',
    'project',
    'Jonas went to Lyon to see the warehouse. The roof leaks over aisle seven, so the catalogue boxes were moved.',
  ],
  [
    'd04',
    '9 March',
    'project',
    "Ines and Marta argued about the catalogue cover. The blue one won because the red one looked like the competitor's.",
  ],
  [
    'd05',
    '11 March',
    'project',
    'Ines sent the newsletter. Two thousand people opened it, four complained about the blue cover.',
  ],
  [
    'd06',
    '16 March',
    'project',
    'Jonas ordered new shelves for Lyon. They arrive on 2 April, if the lorry drivers do not strike.',
  ],
  [
    'd07',
    '18 March',
    'project',
    'Marta was ill. Ines talked to the printer instead and agreed on 350 copies.',
  ],
  [
    'd08',
    '23 March',
    'project',
    'The lorry drivers went on strike. Jonas moved the delivery of the shelves to the week after Easter.',
  ],
  ['d09', '25 March', 'project', 'Oleg fixed the label printer in Lyon: a spider had died on its sensor.'],
  ['d10', '30 March', 'project', 'Ines hired Tomas for the warehouse. He starts on 1 May and speaks French.'],
  [
    'd11',
    '1 April',
    'project',
    'Marta told everyone that the office moves to Lyon. It was a joke; two people packed their desks.',
  ],
  [
    'd12',
    '7 April',
    'project',
    'The catalogue arrived with the wrong phone number. The printer pays for stickers.',
  ],
  [
    'd13',
    '8 April',
    'project',
    'Tomas visited the warehouse with Jonas and measured the aisles for the new shelves.',
  ],
  [
    'd14',
    '13 April',
    'project',
    'Oleg connected the scales to the label printer, so that nobody types weights any more.',
  ],
  [
    'd15',
    '14 April',
    'project',
    'The shelves came without screws. Jonas borrowed some from the bicycle shop next door.',
  ],
  [
    'd16',
    '20 April',
    'project',
    'Ines and Oleg tried the stickers. They peel off when it rains, so the printer sends others.',
  ],
  [
    'd17',
    '22 April',
    'project',
    'Marta signed the insurance for Lyon. Water damage is in it, because of the roof.',
  ],
  [
    'd18',
    '27 April',
    'project',
    'A storm came through the roof over aisle nine. Nothing was wet but an empty box.',
  ],
  ['d19', '4 May', 'project', 'Tomas began. He asked why aisle seven is empty, and nobody remembered.'],
  ['d20', '6 May', 'project', 'Marta gave Tomas the keys to the warehouse and the number of the roofer.'],
  [
    'd21',
    '11 May',
    'project',
    'The roofer repaired aisle seven and aisle nine. His invoice goes to the insurance.',
  ],
  [
    'd22',
    '13 May',
    'project',
    'Ines wants a second newsletter in June. Jonas would rather wait until the stock is counted.',
  ],
  [
    'd23',
    '18 May',
    'project',
    'The count in Lyon found 41 catalogues that nobody had entered. Oleg blames the label printer.',
  ],
  [
    'd24',
    '25 May',
    'project',
    'Marta and Ines visited Lyon. They liked the shelves and had lunch at the bicycle shop.',
  ],
]

const CHINESE_DAYS: readonly Note[] = [
  ['r01', '三月二日', 'project', '陈琳和王磊见了印刷厂的人。目录四月出，陈琳想用厚纸，王磊嫌贵。'],
  ['r02', '三月三日', 'project', '陈琳又给印刷厂打了电话，按原价可以印三百本目录。'],
  ['r03', '三月五日', 'project', '王磊去南京看仓库。七号通道上面的屋顶漏水，目录箱子挪走了。'],
  ['r04', '三月九日', 'project', '李娜和陈琳为目录封面争了半天。最后选了蓝色，因为红色像竞争对手的。'],
  ['r05', '三月十一日', 'project', '李娜发了通讯，两千人打开了，四个人抱怨蓝色封面。'],
  ['r06', '三月十六日', 'project', '王磊给南京订了新货架，四月二日到，如果司机不罢工的话。'],
  ['r07', '三月十八日', 'project', '陈琳病了，李娜替她和印刷厂谈，定了三百五十本。'],
  ['r08', '三月二十三日', 'project', '司机罢工了，王磊把货架的送货改到清明以后那一周。'],
  ['r09', '三月二十五日', 'project', '孙浩修好了南京的标签打印机：一只蜘蛛死在传感器上。'],
  ['r10', '三月三十日', 'project', '李娜给仓库招了赵敏，五月一日上班，会说法语。'],
  ['r11', '四月一日', 'project', '陈琳跟大家说办公室要搬到南京。是个玩笑，有两个人已经收拾了桌子。'],
  ['r12', '四月七日', 'project', '目录到了，电话号码印错了。贴纸的钱由印刷厂出。'],
  ['r13', '四月八日', 'project', '赵敏跟王磊去了仓库，给新货架量了通道。'],
  ['r14', '四月十三日', 'project', '孙浩把电子秤接到标签打印机上，以后不用手输重量了。'],
  ['r15', '四月十四日', 'project', '货架到了，没有螺丝。王磊向隔壁的自行车店借了一些。'],
  ['r16', '四月二十日', 'project', '李娜和孙浩试了贴纸，一下雨就掉，印刷厂会另寄一批。'],
  ['r17', '四月二十二日', 'project', '陈琳签了南京的保险，因为屋顶的缘故包含了水损。'],
  ['r18', '四月二十七日', 'project', '暴雨从九号通道的屋顶漏进来，只湿了一个空箱子。'],
  ['r19', '五月四日', 'project', '赵敏开始上班，问七号通道为什么空着，没有人记得。'],
  ['r20', '五月六日', 'project', '陈琳把仓库钥匙和屋顶师傅的电话给了赵敏。'],
  ['r21', '五月十一日', 'project', '屋顶师傅修好了七号和九号通道，账单给保险公司。'],
  ['r22', '五月十三日', 'project', '李娜想六月再发一期通讯，王磊想等盘点以后。'],
  ['r23', '五月十八日', 'project', '南京盘点多出四十一本没有登记的目录，孙浩怪标签打印机。'],
  ['r24', '五月二十五日', 'project', '陈琳和李娜去了南京，喜欢新货架，在自行车店吃了午饭。'],
]

const noteText = ([, name, type, text]: Note): string => `---\nname: ${name}\ntype: ${type}\n---\n\n${text}\n`

/**
 * Notes that are all alike but for a name and a place: what a model of meaning cannot tell apart, words can. Every third person
 * is asked for.
 */
const LISTS = {
  english: {
    people: ['Ann', 'Ben', 'Carl', 'Dora', 'Emil', 'Fay'].flatMap(first =>
      ['Adler', 'Brandt', 'Castro', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen'].map(
        last => `${first} ${last}`,
      ),
    ),
    places: ['Lyon', 'Porto', 'Bern', 'Oslo', 'Turin', 'Graz', 'Lviv'],
    reasons: ['training', 'wedding', 'interview', 'concert', 'fair'],
    say: (who: string, place: string, reason: string, days: number) =>
      `Last month ${who} went to ${place} for a ${reason}, stayed ${days} days and wrote a summary afterwards.`,
    ask: [
      (who: string) => `why did ${who} travel, and where to`,
      (who: string) => `when did ${who} leave the office`,
    ],
  },
  chinese: {
    people: [...'陈王李孙赵周'].flatMap(last =>
      ['琳', '磊', '娜', '浩', '敏', '建国', '海燕', '文博', '晓东', '雨桐'].map(first => last + first),
    ),
    places: ['南京', '杭州', '苏州', '成都', '武汉', '长沙', '厦门'],
    reasons: ['培训', '探亲', '面试', '演出', '参展'],
    say: (who: string, place: string, reason: string, days: number) =>
      `${who}上个月去了${place}${reason}，住了${days}天，回来以后写了总结。`,
    ask: [
      (who: string) => `${who}最近为什么出门，去的是什么地方？`,
      (who: string) => `${who}是什么时候离开的？`,
    ],
  },
} as const

type Language = keyof typeof LISTS

function peopleOf(language: Language): Store {
  const { people, places, reasons, say, ask } = LISTS[language]
  const fileOf = (at: number) => `${language}-${at}`
  return {
    notes: notesOf(
      ...people.map((who, at): Note => {
        const said = say(who, places[at % places.length]!, reasons[at % reasons.length]!, 2 + (at % 6))
        return [fileOf(at), `${language} ${at}`, 'project', said]
      }),
    ),
    questions: {
      [language]: people.flatMap((who, at) =>
        at % 3 === 0 ? [{ query: ask[at % 2]!(who), answer: `${fileOf(at)}.md` }] : [],
      ),
    },
  }
}

/** Some notes and what can be asked of them. */
interface Store {
  /** File names and what they hold. */
  readonly notes: Readonly<Record<string, string>>
  readonly questions: Readonly<Partial<Record<Language, readonly Asked[]>>>
}

const notesOf = (...notes: readonly Note[]): Store['notes'] =>
  Object.fromEntries(notes.map(note => [`${note[0]}.md`, noteText(note)]))

const asked = (pairs: readonly (readonly [query: string, answer: string])[]): Asked[] =>
  pairs.map(([query, answer]) => ({ query, answer: `${answer}.md` }))

const QUESTIONS: Store['questions'] = {
  english: asked([
    ['why did we leave redis', 'queue'],
    ['when did RabbitMQ take over', 'queue'],
    ['how long do sessions live', 'cache'],
    ['who gives the word for a release', 'release'],
    ['when do releases leave', 'release'],
    ['why is nothing merged over the holidays', 'freeze'],
    ['who answers the pager', 'oncall'],
    ['why do invoices have no gaps', 'invoices'],
    ['how do we store amounts of money', 'currency'],
    ['why are mocks forbidden in integration tests', 'mocks'],
    ['who looks into the checkout test', 'flaky'],
    ['why was Elasticsearch given up', 'search'],
    ['where are pictures resized', 'images'],
    ['when was the restore last rehearsed', 'backup'],
    ['who grants access to keys', 'secrets'],
    ['what kind of answers does the user like', 'style'],
    ['who has to review a pull request', 'review'],
    ['when will the old admin pages go away', 'legacy'],
    ['why do we stay below the limit of the partner', 'rates'],
    ['why was the shop down in April', 'incident'],
  ]),
  chinese: asked([
    ['为什么换掉旧网关', '支付'],
    ['支付什么时候切换完成的', '支付'],
    ['大额退款需要谁签字', '退款'],
    ['什么时候发布', '发布'],
    ['上线由谁确认', '发布'],
    ['谁在值班', '值班'],
    ['为什么要迁移到 Postgres', '数据库'],
    ['上次恢复演练是什么时候', '备份'],
    ['会话保留多久', '缓存'],
    ['为什么改用 RabbitMQ', '队列'],
    ['集成测试为什么不能用模拟数据', '测试'],
    ['提交信息怎么写', '提交'],
    ['用户喜欢什么样的回答', '回答'],
    ['用户平时写什么语言', '键盘'],
    ['四月网站为什么中断', '证书'],
    ['调用次数为什么限制在五十次', '供应商'],
    ['图片存在哪里', '图片'],
    ['要密钥的权限找谁', '密钥'],
    ['谁负责给会计做导出', '导出'],
    ['旧后台什么时候下线', '旧后台'],
  ]),
}

const QUESTIONS_ABOUT_DAYS: Store['questions'] = {
  english: asked([
    ['why did the blue cover win', 'd04'],
    ['how many copies did Ines agree on with the printer', 'd07'],
    ['when do the new shelves for Lyon arrive', 'd06'],
    ['why was the delivery of the shelves moved', 'd08'],
    ['who went to see the warehouse in March', 'd03'],
    ['what was wrong with the label printer', 'd09'],
    ['when does Tomas start in the warehouse', 'd10'],
    ['who packed their desks', 'd11'],
    ['who pays for the stickers', 'd12'],
    ['why do the stickers have to be replaced', 'd16'],
    ['where did the screws for the shelves come from', 'd15'],
    ['why is water damage in the insurance', 'd17'],
    ['what did the storm do', 'd18'],
    ['who has the keys to the warehouse', 'd20'],
    ['when was aisle seven repaired', 'd21'],
    ['why wait with the second newsletter', 'd22'],
    ['how many catalogues were found in the count', 'd23'],
    ['who measured the aisles', 'd13'],
    ['how many people opened the newsletter', 'd05'],
    ['why does nobody type weights any more', 'd14'],
  ]),
  chinese: asked([
    ['为什么封面选了蓝色', 'r04'],
    ['李娜和印刷厂定了多少本', 'r07'],
    ['新货架什么时候到南京', 'r06'],
    ['送货为什么改期', 'r08'],
    ['三月谁去看了仓库', 'r03'],
    ['标签打印机出了什么毛病', 'r09'],
    ['赵敏什么时候上班', 'r10'],
    ['谁收拾了桌子', 'r11'],
    ['贴纸的钱谁出', 'r12'],
    ['为什么要换一批贴纸', 'r16'],
    ['螺丝是从哪里借的', 'r15'],
    ['保险为什么包含水损', 'r17'],
    ['暴雨造成了什么损失', 'r18'],
    ['仓库钥匙在谁手里', 'r20'],
    ['七号通道什么时候修好的', 'r21'],
    ['第二期通讯为什么要等', 'r22'],
    ['盘点多出多少本目录', 'r23'],
    ['谁量了通道', 'r13'],
    ['多少人打开了通讯', 'r05'],
    ['为什么不用手输重量了', 'r14'],
  ]),
}

/** By name: two in both languages, two in one. */
export const STORES: Readonly<Record<string, Store>> = {
  subjects: { notes: notesOf(...ENGLISH, ...CHINESE), questions: QUESTIONS },
  days: { notes: notesOf(...ENGLISH_DAYS, ...CHINESE_DAYS), questions: QUESTIONS_ABOUT_DAYS },
  'people, in English': peopleOf('english'),
  'people, in Chinese': peopleOf('chinese'),
}
