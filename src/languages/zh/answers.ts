import type { Answers } from '../lexicon.ts'

/** 用于概括他人文字的回答。 */
export const answers: Answers = {
  roles: {
    wife: '妻子 老婆 太太 爱人 配偶',
    husband: '丈夫 老公 爱人 配偶',
    boyfriend: '男友 男朋友',
    girlfriend: '女友 女朋友',
    fiance: '未婚妻 未婚夫',
    mother: '母亲 妈妈',
    father: '父亲 爸爸',
    parent: '父母',
    sister: '姐姐 妹妹',
    brother: '哥哥 弟弟',
    daughter: '女儿',
    son: '儿子',
    boss: '老板 上司',
    supervisor: '主管',
    colleague: '同事',
    employee: '下属 员工',
    landlord: '房东',
    roommate: '室友',
    neighbour: '邻居',
    client: '客户 顾客 甲方',
    accountant: '会计',
    lawyer: '律师',
    doctor: '医生',
    dentist: '牙医',
    therapist: '心理咨询师 治疗师',
    teacher: '老师 导师',
    coach: '教练',
    investor: '投资人',
    advisor: '顾问',
    contractor: '承包商 外包',
    founder: '合伙人 创始人',
    chief: '总监 首席',
    manager: '经理',
  },
  another:
    /(?:(?:另一|另外一|其他|其它|别的|第二|某)(?:位|个|名)?|有一?(?:位|个|名))(?:用户|主人|使用者|人员|同事|客户)|别的?人|旁人/g,
  /** 姓氏加一两个字、昵称、姓加称谓、常见地名。 */
  names:
    /[王李张刘陈杨赵吴徐孙朱郭罗梁宋郑谢韩唐冯邓曹彭潘蒋蔡贾魏薛闫杜戴汪姚谭廖邹熊陆郝崔邱秦侯邵孟尹](?!述|列|旧|贴|开|国|者|子|树|海)\p{Script=Han}{1,2}|[小老阿][王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗]|\p{Script=Han}(?:先生|女士|小姐)|[\p{Script=Han}]{1,6}·[\p{Script=Han}]{1,6}|北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|无锡|宁波|成都|武汉|西安|长沙|郑州|青岛|济南|大连|沈阳|厦门|福州|合肥|昆明|香港|澳门|台北|新加坡|东京|首尔/gu,
  contact:
    /(?<!\d)1[3-9]\d{9}(?!\d)|\p{Script=Han}{2,10}[路街巷弄]\s?\d{1,5}\s?号|(?:微信号?|QQ)\s?[:：]?\s?[A-Za-z0-9_-]{5,20}/u,
  asUser:
    /(?:用户|主人)(?:说|要求|希望|决定|喜欢|偏好|批准|同意|授权|允许|吩咐|强调|确认|的(?:要求|指示|规则|决定|偏好))/,
  weekdays:
    '周一|星期一|礼拜一 周二|星期二|礼拜二 周三|星期三|礼拜三 周四|星期四|礼拜四 周五|星期五|礼拜五 周六|星期六|礼拜六 周日|周天|星期日|星期天|礼拜天',
  scales: { 千: 1e3, 万: 1e4, 亿: 1e8 },
  counts: '一 二 三 四 五 六 七 八 九 十',
}
