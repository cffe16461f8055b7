import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import type { Lexicon } from './lexicon.ts'

/**
 * The same kinds of facts in other words. The rules were built while looking at the first two lexicons, and widened where
 * these showed them to be too narrow; `unseen.ts` holds words that no rule was changed for.
 */
export const ENGLISH_HELD_OUT: Lexicon = {
  ...ENGLISH,
  habits: [
    {
      marks: ['earl grey'],
      says: [
        'Earl Grey is the tea of choice around four',
        'At four o’clock it has to be Earl Grey',
        'Four pm means a cup of Earl Grey',
      ],
    },
    {
      marks: ['spreadsheet'],
      says: [
        'Household money is tracked in a spreadsheet',
        'Keeps a spreadsheet for all household money',
        'The spreadsheet has every household expense',
      ],
    },
    {
      marks: ['left-handed'],
      says: [
        'Buys only left-handed scissors',
        'Scissors have to be left-handed',
        'Needs left-handed tools, scissors above all',
      ],
    },
    {
      marks: ['crossword'],
      says: [
        'Solves the crossword on the morning train',
        'Morning commute goes with the crossword',
        'The crossword is for the train in the morning',
      ],
    },
    {
      marks: ['bullet'],
      says: [
        'Summaries should come as bullet points',
        'Wants bullet points when something is summarised',
        'Bullet points for every summary',
      ],
    },
    {
      marks: ['gluten'],
      says: [
        'Avoids gluten for health reasons',
        'Gluten is a health problem',
        'For the sake of health no gluten',
      ],
    },
    {
      marks: ['rebase'],
      says: [
        'Branches are rebased, never merged',
        'Rebase branches instead of merging them',
        'We rebase our branches',
      ],
    },
    {
      marks: ['vinyl'],
      says: [
        'Collects vinyl records from the seventies',
        'Seventies records on vinyl are a passion',
        'Hunts for vinyl of the seventies',
      ],
    },
    {
      marks: ['night owl'],
      says: [
        'Is a night owl and works best after ten',
        'Works best late, a real night owl',
        'After ten at night the best work gets done: night owl',
      ],
    },
    {
      marks: ['utc'],
      says: ['All timestamps are to be in UTC', 'Timestamps go in UTC everywhere', 'UTC for every timestamp'],
    },
  ],
  decisions: [
    'Made up our minds: {name} will be hosted in Frankfurt',
    '{name} gets its own repository, that is final',
    'The board voted for the cheaper {name} offer',
    'After a long talk we chose the red cover for {name}',
    'Final call on {name}: no external investors',
    'We will stop paying for the {name} newsletter tool and host it ourselves',
  ],
  corrections: [
    'I mixed that up, {name} starts in the north wing',
    'Wrong again: the {name} keys are with the porter',
    'Turns out {name} was never part of the grant',
  ],
  persons: [
    '{name} takes care of our taxes since this month',
    'Met {name}, who owns the building',
    '{name} will be looking after the kids on Thursdays',
    'The new colleague in the lab is {name}',
    'My cousin {name} moves in next door',
    'Contact at the embassy: {name}',
  ],
  deadlines: [
    '{name} application has to be in by {day}',
    'Remember {day}: last day for the {name} refund',
    'Hand over the {name} slides no later than {day}',
    'The {name} visa runs out on {day}',
  ],
  changes: [
    {
      values: ['12', '15', '18', '21', '24', '27', '30', '33'],
      first: ['{name} has {a} members', 'There are {a} members in {name}'],
      later: '{name} has grown to {b} members',
    },
    {
      values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday'],
      first: ['{name} rehearsals are on {a}', 'Rehearsals for {name} are always on {a}'],
      later: '{name} rehearsals are on {b} from now on',
    },
    {
      values: ['Kim', 'Sasha', 'Robin', 'Alex', 'Toni', 'Chris', 'Jo', 'Pat'],
      first: ['{name} is led by {a}', '{a} leads {name}'],
      later: '{b} took over {name}',
    },
  ],
  projectsBegin: [
    ['We kicked off the {name} survey', 'Second week of the {name} survey, forms are out'],
    ['Drafting the {name} exhibit texts', 'The {name} exhibit needs two more texts'],
    ['Renovating the {name} cottage has begun', 'Tiles arrived for the {name} cottage'],
  ],
  projectsEnd: [
    'That’s it, the {name} {what} is over',
    'We wrapped up the {name} {what}',
    'No more {name} {what}: dropped',
    'The {name} {what} has been delivered',
  ],
  projectsReturn: [
    'The {name} {what} is back on the table',
    'Reopening the {name} {what}',
    'We resume the {name} {what}',
  ],
  once: [
    'Somebody left an umbrella at {name}',
    'The {name} bakery smelled wonderful',
    'Thinking about a weekend in {name} some day',
    'An ad for {name} was on the bus',
    'Grandpa told the {name} story once more',
    'Tried the soup at {name}',
    'The {name} bridge was closed for an hour',
    'Bumped into an old classmate near {name}',
  ],
  junk: [
    ...ENGLISH.junk,
    'Morning, slept well',
    'ok thanks a lot',
    'WARN deprecated call in module',
    'curl -s localhost:3000/health',
    '200 OK in 31ms',
    'Refactored a helper, nothing visible',
    'Reading mail for a while',
    'Coffee break',
    'git status was clean',
    'Let me know if that helps',
  ],
}

export const CHINESE_HELD_OUT: Lexicon = {
  ...CHINESE,
  habits: [
    { marks: ['红茶'], says: ['下午四点要喝红茶', '四点钟必喝一杯红茶', '到了下午四点就泡红茶'] },
    { marks: ['表格'], says: ['家庭开支都记在表格里', '用表格记录家里的开支', '家里每笔开支写进表格'] },
    {
      marks: ['左撇子'],
      says: ['他是左撇子，剪刀要买左手用的', '左撇子用的剪刀才顺手', '因为是左撇子，只买左手剪刀'],
    },
    {
      marks: ['填字'],
      says: ['早上坐地铁做填字游戏', '地铁上玩填字游戏打发早上', '填字游戏是早上地铁里的消遣'],
    },
    { marks: ['要点'], says: ['总结请用要点列出', '做总结时要分要点写', '总结都以要点形式给出'] },
    { marks: ['麸质'], says: ['因为健康原因不吃麸质', '身体不好，不能碰麸质', '麸质对健康不利，不吃'] },
    { marks: ['变基'], says: ['分支用变基，不用合并', '分支一律变基而不是合并', '我们的分支都做变基'] },
    {
      marks: ['黑胶'],
      says: ['收藏七十年代的黑胶唱片', '喜欢收集七十年代黑胶', '黑胶唱片收藏以七十年代为主'],
    },
    {
      marks: ['夜猫子'],
      says: [
        '是个夜猫子，十点以后效率最高',
        '夜猫子，晚上十点之后工作效率最好',
        '夜猫子型，夜里十点后干活最快',
      ],
    },
    { marks: ['时间戳'], says: ['时间戳统一用 UTC', '所有时间戳都要 UTC', '时间戳一律采用 UTC 时间'] },
  ],
  decisions: [
    '最后拍板：{name}放在法兰克福机房',
    '{name}单独建一个仓库，就这么定了',
    '董事会投票通过了更便宜的{name}报价',
    '商量了很久，{name}封面选红色',
    '{name}的最终结论是不引入外部投资',
    '不再付费用{name}的通讯工具，改为自己托管',
  ],
  corrections: [
    '我搞混了，{name}从北楼开始',
    '又说错了，{name}的钥匙在门卫那里',
    '原来{name}从来不在资助范围内',
  ],
  persons: [
    '从这个月起{name}帮我们管税务',
    '见到了大楼的业主{name}',
    '{name}每周四来照顾孩子',
    '实验室新来的同事是{name}',
    '表弟{name}要搬到隔壁',
    '大使馆的联系人：{name}',
  ],
  deadlines: [
    '{name}申请必须在{day}之前交',
    '记住{day}，{name}退款的最后一天',
    '{name}的幻灯片最晚{day}交出去',
    '{name}签证{day}过期',
  ],
  changes: [
    {
      values: ['12', '15', '18', '21', '24', '27', '30', '33'],
      first: ['{name}社有{a}名成员', '{name}社的成员共{a}人'],
      later: '{name}社的成员增加到{b}人',
    },
    {
      values: ['周一', '周二', '周三', '周四', '周五', '周六', '周日', '周一'],
      first: ['{name}排练在{a}', '{name}的排练固定在{a}'],
      later: '{name}排练以后改在{b}',
    },
    {
      values: ['老金', '老沙', '老罗', '老艾', '老唐', '老柯', '老乔', '老潘'],
      first: ['{name}组由{a}带队', '{a}负责带{name}组'],
      later: '{name}组换{b}带队了',
    },
  ],
  projectsBegin: [
    ['我们启动了{name}调查', '{name}调查进入第二周，问卷发出去了'],
    ['在起草{name}展览文案', '{name}展览还差两段文案'],
    ['{name}小屋开始翻修', '{name}小屋的瓷砖到货了'],
  ],
  projectsEnd: [
    '{name}{what}总算结束了',
    '{name}{what}收尾了',
    '{name}{what}不做了，放弃',
    '{name}{what}已经交付',
  ],
  projectsReturn: ['{name}{what}又提上日程', '{name}{what}重新开工', '继续搞{name}{what}'],
  once: [
    '有人把伞落在{name}了',
    '{name}面包房闻起来很香',
    '想着哪天去{name}过周末',
    '公交车上有{name}的广告',
    '爷爷又讲了{name}的故事',
    '尝了{name}的汤',
    '{name}桥封了一个小时',
    '在{name}附近碰到老同学',
  ],
  junk: [
    ...CHINESE.junk,
    '早，睡得不错',
    '好的多谢',
    'WARN deprecated call in module',
    'curl -s localhost:3000/health',
    '200 OK in 31ms',
    '重构了一个小函数',
    '看了一会儿邮件',
    '喝咖啡休息',
    'git status 是干净的',
    '有问题再告诉我',
  ],
}
