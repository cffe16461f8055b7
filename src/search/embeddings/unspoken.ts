/** Words that hold a sentence together and say nothing of what it is about. */

export const ENGLISH_SILENT: ReadonlySet<string> = new Set(
  (
    'a an the and or but if then than so as of to in on at by for from with into onto about over under up down out off is are was were be been being ' +
    'am do does did has have had having will would shall should can could may might must i me my mine we us our ours you your yours he him his she her ' +
    'hers it its they them their theirs this that these those there here who whom whose which what when where why how not no nor too very just also ' +
    'only own same such both each any all some more most other again once because while during before after between through s t d ll re ve m user'
  ).split(' '),
)

export const CHINESE_SILENT: ReadonlySet<string> = new Set(
  '的了是在我你他她它们这那和与及或也都就还又很太吧吗呢啊哦嗯一个之其而且但并被把给让向从到对于为所以因着过地得会要能可将已再更最每各些么什怎样'.split(
    '',
  ),
)
