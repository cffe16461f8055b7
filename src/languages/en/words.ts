import type { Words } from '../lexicon.ts'

/** The first design's own list. */
const STOP = `
  the a an is are was were be been have has had do does did will would could should may might can shall to of in for on
  with at by from as into through during before after this that it not no but or and if then than so`

export const words: Words = {
  stop: STOP,
  topicStop: `${STOP}
    when use must always never any all only also its you your our they their how what which who why where there here more
    most other some such each every both same new via per one two just like`,
  silent: `${STOP}
    onto about over under up down out off being am having must i me my mine we us our ours you your yours he him his she
    her hers its they them their theirs these those there here who whom whose which what when where why how nor too very
    just also only own same such both each any all some more most other again once because while between s t d ll re ve m
    user`,
  newer: 'updated update latest new newest current revised final v2 v3 v4 v5 v6 v7 v8 v9',
  older: 'old older previous legacy deprecated outdated obsolete v0 v1',
  months: `
    jan feb mar apr may jun jul aug sep sept oct nov dec
    january february march april june july august september october november december`,
  and: ',?\\s*and',
  events: `
    decided decision decide agreed chose chosen settled opted switch switched switching switches migrated migrate migrating
    move moved moves moving changed change changes now instead actually correction corrected wrong right prefer prefers
    preferred like likes love loves hate hates dislike dislikes enjoy enjoys favourite favorite always never use uses used
    using user users done finished finish completed complete shipped released delivered closed resolved launched submitted
    cancelled canceled dropped abandoned stopped longer anymore quit gave ended started start starting began begin new
    working work currently today yesterday tomorrow tonight week month year day days weeks months morning evening deadline
    due until postponed delayed rescheduled pushed planned plan planning plans scheduled wants want wanted need needs said
    says asked told mentioned again still really very also just will would about there their they them his her our who whom
    which what when where because since monday tuesday wednesday thursday friday saturday sunday january february march
    april june july august september october november december all any some more most kicked second drafting renovating
    resume reopening wrapped table building writing preparing prepared back over open opened reopened picked next has been
    got get gets going goes went make made makes out off per via only both each every everything something`,
}
