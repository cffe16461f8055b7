import { describe, expect, it } from 'vitest'
import { ExtractorAgent } from '../../../src/agents/extractor.ts'

async function kept(...texts: string[]): Promise<string[]> {
  const turns = texts.map((text, at) => ({
    speaker: 'user' as const,
    origin: 'user' as const,
    text,
    line: at + 1,
    offset: 0,
  }))
  const { memories } = await new ExtractorAgent().extract({ turns, at: '2026-03-02T10:00:00Z' })
  return memories.map(({ text }) => text)
}

describe('M21 what people say to last', () => {
  it.each([
    'No, actually the invoices are sent by the Bergen office.',
    'We switched the pipeline from Jenkins to Buildkite.',
    'The wiki is on the intranet now, not on the old server.',
    'We went back to Gradle after all.',
    'We no longer use the shared test account.',
    'My working hours are seven to three.',
    'The weekly sync isn’t on Mondays any more.',
    'Whenever the importer changes, the sample files have to be regenerated.',
    'Could you always show the command before you run it?',
    'The finance team decided that refunds need two signatures.',
    'You keep saying "parcel"; it is "shipment" in all our texts, no exceptions.',
    'By the way, the storage fee went up to 4 euros.',
    'The notice period got extended to three months.',
    'Settled: invoices are archived after two years.',
    'We are a team of five: three drivers, a planner and me.',
    'My laptop has no GPU, so keep the examples small.',
    'The fire officer told us to keep the back door free. That goes into the checklist.',
    '我们一共六个人，三个司机。',
    '打包的问题找老吴，流程是他定的。',
    '上次说报表不加图，收回，还是要加。',
    '周会不在周一了，改到周三。',
    '以后日志一律用英文写。',
    '打包从 Jenkins 换成 Buildkite 了。',
    '凡是对外的接口都要先过安全评审。',
    '我在高中教化学，代码不太熟。',
    'Hold on. The archive year ends in May, not December.',
    'I told you already: the carrier is spelled Nordfrakt.',
    "You've got the depot wrong, it's Moss.",
    "We're on Java 21 by now, so stop suggesting workarounds for 11.",
    'I was mistaken, the prices come from the Danish office and not from the Swedish one.',
    'Going with Caddy for the proxy, nginx was more than we need.',
    "OK let's go with Caddy for the proxy.",
    'After talking to Berit: parcels are billed by weight, not by volume.',
    'Keep your answers short enough for a phone.',
    'When you name branches, use the ticket number.',
    'Our test printer is called puffin.',
    '更正一下：运价来自丹麦那边。',
    '跟贝丽特商量过了，包裹按重量收费。',
    '代理服务器就用 Caddy 了。',
    '董事会否决了周日配送。',
    '回复别写太长，我在车上看。',
    '我宁可先看结论再看过程。',
    '我们的测试打印机叫 puffin，只有老吴有钥匙。',
  ])('keeps: %s', async text => expect(await kept(text)).toHaveLength(1))

  it.each([
    'Suppose we moved the pipeline to Buildkite, what would break?',
    'Maybe we should switch to Gradle some day.',
    'Their README says "never run this as root". Is that still true?',
    'Haha, from now on I only drink decaf.',
    'Translate this into Dutch: "From now on all parcels go to Utrecht."',
    'Rename the button and push it.',
    'Good morning, ready when you are.',
    "I've decided the printer hates me.",
    'I always wanted to be an astronaut.',
    "Please don't remember anything about the strike.",
    '我决定了，下辈子当一只猫。',
    "Forget what my sister said, don't keep that anywhere.",
    '如果以后都换成 Buildkite，会快多少？',
    '把这段翻译一下：「即日起一律凭票入场。」',
    '哈哈，以后我天天喝奶茶。',
    '刚才说的别存。',
    '这张图再亮一点点。',
    'The error message reads: you must always log out first.',
    "Stop, you're editing the wrong branch.",
    'When you are done, push it.',
    'Hold on.',
    '例子里的用户住在奥斯陆，改成卑尔根。',
    '报错信息是：必须先退出登录。',
    '再看一眼日志。',
  ])('keeps nothing of: %s', async text => expect(await kept(text)).toEqual([]))

  it.each([
    [['The workshop is on Tuesday.', 'oh wait, Friday'], 'The workshop is on Friday.'],
    [
      ['Migrate the orders before the customers.', 'other way round, sorry'],
      'Migrate the customers before the orders.',
    ],
  ])('puts a short correction into what it corrects: %o', async (turns, text) => {
    expect(await kept(...turns)).toEqual([text])
  })

  it('keeps nothing of what is taken back at once', async () => {
    expect(await kept("Let's switch to Gradle for all builds.", 'hmm, actually leave it as it is')).toEqual(
      [],
    )
  })
})
