const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const NUMERAL = '[零〇一二两三四五六七八九十百千万]'

/** 一百二十九, 二十, 十一, 两千; also 二〇二六, digit by digit. */
function numberOf(words: string): number {
  if (/^[零〇一二三四五六七八九]{2,}$/.test(words))
    return Number([...words].map(char => DIGITS[char]).join(''))
  let total = 0
  let part = 0
  let digit = 0
  for (const char of words) {
    if (char in DIGITS) digit = DIGITS[char]!
    else if (char === '万') {
      total += (part + digit || 1) * 10_000
      part = 0
      digit = 0
    } else {
      part += (digit || 1) * SCALES[char]!
      digit = 0
    }
  }
  return total + part + digit
}

/** Words that only look like numbers. */
const NO_NUMBER =
  /一(?:律|起|下|样|直|旦|切|些|般|定|方面?|部分|会儿|边|共|致|同|旁|概|向|再|味|度|时|块儿?(?![钱元])|个都|次性|键|句话)|统一|唯一|单一|万一|之一|逐一|第[一二三四五六七八九十]+|十分(?!钟)|三方|两边|双十一|五一|十一假|千万别?|百分百|六一|一二三|四处|七八(?![个点月号年])|三天两头|乱七八糟|(?<![一二两三四五六七八九十半\d])周[一二三四五六](?![个次天版期轮])|星期[一二三四五六]|礼拜[一二三四五六]|说一不二|高[一二三]|初[一二三]|大[一二三四](?=[学班])|一(?=等于|家[人店])/g

const MEASURE =
  '个|家|次|天|周|年|月|日|号|点|分钟|分|秒|小时|倍|元|块|条|层|台|份|遍|米|公里|岁|人|位|种|行|度|页|张|句|组|批|班|轮|版|步|部|件|间|辆|名|套|项|段|节|章|季度|毫秒|成|折|刻|档|期|路|路由|副本|门|本|把|只|头|斤|克|字|票|席|瓶|箱|万|百|字节'

const clock = (hour: number, minute: number): string =>
  ` ${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')} `

const isAfternoon = (part: string | undefined): boolean => /下午|晚上|傍晚|夜里/.test(part ?? '')

const CLOCK =
  /(上午|早上|清晨|凌晨|中午|下午|晚上|傍晚|夜里)?\s?(\d{1,2})\s?点(?!名|击|赞|数|位)(?:(半)|(1|3)刻|(\d{1,2})分?|整)?/g
const MASK = '\u0002'

/** Numerals, times of day, shares and half years as digits. */
export function digits(text: string): string {
  const kept: string[] = []
  const masked = text
    .replace(/每周(?![一二三四五六日天末])/g, '每1周')
    .replace(/隔周(?![一二三四五六日天末])/g, '每2周')
    .replace(/每(?:天|日)/g, '每1天')
    .replace(/每(?:个)?月/g, '每1个月')
    .replace(/半年/g, '6个月')
    .replace(/半(?:个)?小时/g, '30分钟')
    .replace(/半(?:个)?月/g, '15天')
    .replace(/(?:的)?一半|对半/g, ' 50% ')
    .replace(/(?<=[票价])半价|半价/g, ' 50% ')
    .replace(new RegExp(`百分之(${NUMERAL}+|\\d+)`, 'g'), (_, share: string) => ` ${asNumber(share)}% `)
    .replace(
      /([一二三四五六七八九])([一二三四五六七八九])?折/g,
      (_, one: string, two?: string) => ` ${DIGITS[one]! * 10 + (two === undefined ? 0 : DIGITS[two]!)}% `,
    )
    .replace(
      new RegExp(`第(${NUMERAL}+)(?=周|章|节|期|届|版|轮|回|季度)`, 'g'),
      (_, count: string) => `第${asNumber(count)}`,
    )
    .replace(NO_NUMBER, word => {
      kept.push(word)
      return `${MASK}${kept.length - 1}${MASK}`
    })
  const numbered = masked.replace(
    new RegExp(
      `${NUMERAL}+(?=\\s?(?:${MEASURE}))|(?<=[为到是成至付收定给留设限过])${NUMERAL}+|${NUMERAL}{2,}`,
      'g',
    ),
    words => String(numberOf(words)),
  )
  return numbered
    .replace(
      CLOCK,
      (_, part: string | undefined, hour: string, half?: string, quarter?: string, minute?: string) => {
        const at = Number(hour) + (isAfternoon(part) && Number(hour) < 12 ? 12 : 0)
        return clock(
          at,
          half !== undefined ? 30 : quarter !== undefined ? Number(quarter) * 15 : Number(minute ?? 0),
        )
      },
    )
    .replace(new RegExp(`${MASK}(\\d+)${MASK}`, 'g'), (_, at: string) => kept[Number(at)]!)
}

const asNumber = (words: string): number => (/^\d/.test(words) ? Number(words) : numberOf(words))
