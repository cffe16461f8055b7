import { describe, expect, it } from 'vitest'
import { contactIn, knownFrom, ordinaryWords, unfounded } from '../../src/text/index.ts'

const none = (answer: string, sources: readonly string[], days: readonly string[] = []) =>
  expect(unfounded(answer, knownFrom(sources, days), ordinaryWords(sources.join('\n')))).toEqual([])
const some = (
  answer: string,
  sources: readonly string[],
  found: readonly string[],
  days: readonly string[] = [],
) => expect(unfounded(answer, knownFrom(sources, days))).toEqual(found)

describe('I8 what an answer says stands in its sources', () => {
  it('J24 tokens are compared, not parts of them', () => {
    some('The port is 80', ['The screen is 1280x720'], ['80'])
    none('Port 80 is open', ['listens on localhost:80'])
    some('Version 1.2 is out', ['1.3.0 was released'], ['1.2'])
    none('Version 1.2', ['v1.2.7 was released'])
  })

  it('J24 plural, possessive and punctuation do not matter', () => {
    none('SIGKILLs end the worker', ["the worker was SIGKILL'd"])
    none('Anna’s Dashboards moved', ['Moved the dashboard of Anna'])
    none('Uses Postgres', ['We run PostgreSQL 16'])
    none('15k characters', ['15,000 characters at most'])
    none('Takes 30s, three tries', ['timeout 30 s, 3 tries'])
    none('Sub-agents report at 9 PM', ['subagents report (9PM)'])
    none('ML-potential of choice', ['the ML potential we use'])
    none('每章 1.6 万字、1500 行', ['16,000+字/章、1,500+行'])
    none('每章 16000 字', ['每章1.6万字'])
    none('Retries 3 times', ['retries three times'])
  })

  it('J24 names that no source has are found, at the beginning of a sentence too', () => {
    some('Mallory owns the server', ['Anna owns the server'], ['Mallory'])
    some('The server belongs to Mallory', ['The server belongs to Anna'], ['Mallory'])
    some('Run it with `deploy_all`', ['run the script'], ['deploy_all'])
    none('Prefers short answers: Never long ones', ['the user likes answers short'])
    none('Deploys happen on Friday', ['deploys on Friday'])
  })

  it('J24 who is who has to be cited', () => {
    some('Ben, a client, asked for it', ['Ben asked for it'], ['client'])
    some('另一位用户也报告了这个问题', ['有人报告了这个问题'], ['另一位用户'])
    none('The accountant is Anna', ['Anna is our new accountant'])
    none('客户要求短报告', ['the client wants short reports'])
    some('律师要求短报告', ['the client wants short reports'], ['律师'])
    some('有位用户也遇到了', ['it happened again'], ['有位用户'])
    none('另一位用户也遇到了', ['another user saw it as well'])
    none('所有用户都能登录', ['login works for everybody'])
  })

  it('J24 Chinese names and numbers are checked', () => {
    some('张伟负责部署', ['李明负责部署'], ['张伟负'])
    none('张伟负责部署到8080端口', ['部署由张伟来做，端口 8080'])
    some('端口改为9090', ['端口是8080'], ['9090'])
    some('小王的妻子来访', ['来访'], ['妻子', '小王'])
    some('仓库搬到北京', ['the warehouse moves'], ['北京'])
    some('周先生负责', ['somebody is in charge'], ['周先生'])
    none('三月五日之前完成，共3项', ['3月5日截止，三项'])
  })

  it('J24 days may be said in another form, and told from the day of the journal', () => {
    none('Due 2026-03-06', ['due tomorrow'], ['2026-03-05'])
    none('Since March 5', ['since 2026-03-05'])
    none('Open when last seen on 2026-03-05', ['it is open'], ['2026-03-05'])
    some('Due 2026-03-09', ['due tomorrow'], ['2026-03-09'], ['2026-03-05'])
  })

  it('J23 ways to reach a person are found', () => {
    expect(contactIn('call her at +43 660 1234567')).toBe('+43 660 1234567')
    expect(contactIn('anna@example.org')).toBe('anna@example.org')
    expect(contactIn('电话 13800138000')).toBe('13800138000')
    expect(contactIn('on 2026-03-05 at 10:30, 1280 by 720')).toBeUndefined()
    expect(contactIn('limits 1000 2000')).toBeUndefined()
  })
})
