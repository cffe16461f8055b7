import { findSecrets, significantWords } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { normalise } from './statement.ts'

/** Why an entry never reaches the snapshot. */
export type Junk =
  | 'too short'
  | 'tool noise'
  | 'transport line'
  | 'small talk'
  | 'restates a boot file'
  | 'can be observed live'
  | 'running detail'
  | 'a question'
  | 'quoted text'
  | 'an instruction to the reader'
  | 'looks like a secret'

const TOOL_NOISE: readonly RegExp[] = [
  /^(?:[$#%❯➜]|>>>|PS>) ?\S/,
  /^(?:sudo |npx )?(?:curl|git|npm|npx|pip3?|docker|kubectl|ssh|yarn|pnpm|chmod|mkdir|grep|brew|apt(?:-get)?|systemctl|tsc|pytest|cargo) [-\w./]/,
  /^\d{3} (?:OK|Created|Accepted|Not Found|Forbidden|Unauthorized|Internal)\b/,
  /^(?:stdout|stderr|exit(?:ed)?(?: with)?(?: code)?|status code|traceback|tool[ _](?:call|result|use|output)|exec|bash|command)\s*[:=(]/i,
  /^\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\]?[ :]/,
  /^at [\w$.<>]{1,80} \(|^File "|^\s*\^+\s*$|^(?:[+-]{3} |@@ |diff --git)/,
  /^[[{"].{0,400}":/,
  /^(?:GET|POST|PUT|PATCH|DELETE|HTTP\/\d) /,
  /^(?:https?:\/\/\S+|[~./]?[\w.-]*\/[\w./-]+[。]?|`[^`]{1,200}`|[\w-]+\.(?:py|ts|js|sh|md|json|ya?ml|txt|log|csv))[.。]?$/i,
  /^(?:[0-9a-f]{7,64})$|^(?:commit|sha256?|md5|pid|uuid)[:= ][0-9a-f-]{6,}/i,
  /\b(?:exit code \d|ENOENT|EACCES|ECONNREFUSED|npm (?:ERR!|WARN)|segmentation fault|stack trace)\b/,
  /^(?:executed|called|invoked|ran) (?:the )?`?(?:read|write|edit|grep|glob|exec|browser|web_?search|bash|tool)\b/i,
]

const TRANSPORT: readonly RegExp[] = [
  /\b(?:message_id|chat_id|sender_id|session_?(?:id|key)|thread_id|requestId|untrusted metadata|delivery status)\b/i,
  /^\[(?:telegram|whatsapp|discord|slack|signal|imessage|wechat|cron|system|heartbeat)\b/i,
  /\b(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)\b/,
  /^(?:session (?:started|ended|resumed|summary|key|id|source)|new session|compaction|pre-compaction|conversation (?:started|info)|gateway|heartbeat)\b/i,
  /^(?:会话(?:开始|结束|恢复)|心跳|消息(?:编号|ID)|压缩(?:前|后)?(?:记忆)?刷新)/,
]

const SMALL_TALK: readonly RegExp[] = [
  /^(?:(?:user |we |they )?(?:said |exchanged |wished )?(?:a )?(?:hi|hello|hey|good (?:morning|night|evening|afternoon)|thanks?(?: you)?|thx|ok(?:ay)?|cool|nice|great|lol|haha|bye|sure|yes|no problem|you'?re welcome|greetings?|pleasantries|small talk)\b[\s\S]{0,60})$/i,
  /^(?:(?:user |they |he |she )?(?:thanked|greeted|joked|laughed|chatted|small talk|complained about the weather|asked how)\b|how (?:are you|is it going|was your))/i,
  /^(?:good )?(?:morning|evening|night)[,!. ]|^(?:let me know|hope (?:that|this) helps|happy to help|feel free|sounds good|no worries|anything else|talk (?:soon|later)|see you|sleep well|slept)\b|^(?:coffee|lunch|tea|short) break\b/i,
  /\b(?:nice|lovely|rainy|sunny|cold|hot|grey) (?:weather|day|morning|evening) (?:today|outside|again)\b|\b(?:had|ate|grabbed) (?:a |some )?(?:lunch|breakfast|dinner|coffee|snack|sandwich|pizza|noodles)\b/i,
  /^(?:你好|您好|嗨|哈喽|早上好|早安|晚安|晚上好|下午好|谢谢|多谢|好的|好吧|嗯+|哈哈+|呵呵|拜拜|再见|没问题|不客气|收到)/,
  /^(?:早[，,！!。]|有问题再|有需要再|希望(?:这|能)?对你有帮助|随时告诉我|休息一下|午休|喝(?:杯)?(?:咖啡|茶)休息)/,
  /(?:闲聊|寒暄|打招呼|聊了聊天气|今天天气|天气(?:不错|很好|真好|真热|真冷)|吃了(?:早饭|午饭|晚饭|个饭|面|外卖)|喝了杯咖啡|讲了个笑话)/,
]

const OBSERVABLE: readonly RegExp[] = [
  /\b(?:operating system|OS) is\b|\b(?:uses?|runs?|running|on) (?:a )?(?:mac(?:OS|book)?|windows(?: \d+)?|ubuntu|debian|fedora|arch|linux)\b(?! server)/i,
  /\b(?:dark|light) (?:mode|theme)\b|\b(?:screen|display) resolution\b|\b(?:default )?shell is\b|\b(?:node|python|npm|bash|zsh) version\b|\b(?:time ?zone|locale|cpu|disk space|free memory|battery) (?:is|was|at|:)/i,
  /操作系统|深色(?:主题|模式)|浅色(?:主题|模式)|暗色|屏幕分辨率|(?:用|使用)(?:的是)?(?:Mac|Windows|Linux|苹果电脑)|磁盘(?:空间|剩余)|时区(?:是|为)|电量/i,
]

/** What was done in passing: it stays in the journal, where it can be searched. */
const RUNNING_DETAIL: readonly RegExp[] = [
  /^(?:I |we |user |assistant |agent )?(?:re-?ran|ran|run|executed|restarted|rebooted|checked|re-?checked|verified|looked at|looked up|searched(?: for)?|googled|opened|read|skimmed|listed|fetched|pulled|pushed|committed|rebased|cherry-picked|installed|reinstalled|cleaned up|backed up|debugged|tested|tried|answered|replied|summari[sz]ed|fixed (?:a |the )?(?:typo|lint|test|build|import|merge conflict)|updated (?:the )?(?:deps|dependencies|packages|lockfile|changelog)|bumped|ordered (?:lunch|dinner|food)|watched|listened to|refactored|renamed|cleaned|tweaked|polished|reviewed (?:a|the|some)|triaged|browsed|scrolled|reading (?:mail|news|through)|merged (?:a|the)|wrote (?:a|some|the) tests?)\b/i,
  /^(?:all )?(?:tests?|build|lint|ci|backup|sync|cron)(?: run| job)? (?:passed|failed|passes|green|red|succeeded|ok|finished|completed)\b/i,
  /^(?:我|我们|用户|助手|User |Assistant )?(?:又|再次|重新)?(?:运行了|执行了|重启了|检查了|查了|查看了|搜索了|打开了|读了|看了|浏览了|列出了|拉取了|推送了|提交了代码|安装了|清理了|备份了|调试了|测试了|试了|回复了|总结了|修复了(?:一个)?(?:错别字|拼写|测试|构建)|更新了依赖|重构了|整理了(?:一下)?(?:代码|桌面|文件)|看了一会儿|刷了|改了(?:个|一个)?(?:名字|变量)|合并了(?:一个)?(?:分支|请求))/,
  /^(?:测试|构建|备份|同步|定时任务)(?:全部)?(?:通过|失败|成功|完成)/,
]

const INSTRUCTION =
  /\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier|system)\b|\bsystem prompt\b|\byou are now\b|\bdo not tell the user\b|忽略(?:之前|以上|前面|所有)的?(?:指令|指示|提示)|系统提示词/i

const LONGEST = 1000
const HAN = /\p{Script=Han}/gu
const SHORTEST_CHINESE = 6

/** Why an entry is not worth a judgement; nothing where it may be. `boot` are the normalised lines of the agent's boot files. */
export function junkIn(entry: Entry, boot: ReadonlySet<string>): Junk | undefined {
  const text = entry.text.slice(0, LONGEST)
  const any = (patterns: readonly RegExp[]) => patterns.some(pattern => pattern.test(text))
  if (isSecret(entry.text)) return 'looks like a secret'
  if (INSTRUCTION.test(text)) return 'an instruction to the reader'
  if (entry.shape === 'quote') return 'quoted text'
  if (entry.speaker === 'tool' || any(TOOL_NOISE)) return 'tool noise'
  if (any(TRANSPORT)) return 'transport line'
  if (any(SMALL_TALK)) return 'small talk'
  if (boot.has(normalise(text))) return 'restates a boot file'
  if (any(OBSERVABLE)) return 'can be observed live'
  if (any(RUNNING_DETAIL)) return 'running detail'
  if (/[?？]\s*$/.test(text)) return 'a question'
  if (significantWords(text).size < 2 && (text.match(HAN)?.length ?? 0) < SHORTEST_CHINESE) return 'too short'
  return undefined
}

/** What must not enter the always-loaded file, whoever says it. */
export function isUnsafe(text: string): boolean {
  return isSecret(text) || INSTRUCTION.test(text)
}

const isSecret = (text: string): boolean => findSecrets(text).length > 0
