export type { Answer, Message, Model, Spent, ToolCall, ToolOffer, Turn, Unanswered } from './model.ts'
export { modelFor, openModel, type Tape } from './open.ts'
export { realTimer, type Timer, timerOf } from './timer.ts'
export { addSpent, makeTally, NOTHING_SPENT } from './transport.ts'
