import { COMMANDS } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import { listOf, orNull, record, text, whole } from './schema.ts'
import { type Tool, tool } from './tool.ts'

/** A question that the agent may answer, with all that the answer needs. */
const brief = tool({
  name: 'memory_brief',
  load: COMMANDS.brief,
  takes: { kind: 'kind', part: 'part' },
  effect: 'reads',
  output: record({
    kind: text,
    parts: whole,
    part: orNull(whole),
    id: orNull(text),
    language: orNull(text),
    instructions: orNull(text),
    data: orNull(text),
    schema: orNull({ type: 'object' }),
    limits: orNull({ type: 'object' }),
    made: listOf(record({ file: text, hash: text })),
  }),
  tell({ kind, parts, brief: asked }) {
    const words = say().mcp
    const instructions = asked && `${asked.instructions}\n${words.answerHere}`
    return {
      data: {
        kind,
        parts,
        part: asked?.part ?? null,
        id: asked?.id ?? null,
        language: asked?.language ?? null,
        instructions: instructions ?? null,
        data: asked?.data ?? null,
        schema: asked?.schema ?? null,
        limits: asked?.limits ?? null,
        made: asked?.made ?? [],
      },
      ...(asked !== undefined && {
        text: `${instructions}\n\n${asked.data}\n\n## ${say().brief.schemaTitle}\n\n${JSON.stringify(asked.schema)}\n`,
      }),
    }
  },
})

/** The same gate as for everybody else who answers. Of journals one undoable run; all else waits for the user. */
const submit = tool({
  name: 'memory_submit',
  load: COMMANDS.submit,
  takes: { answer: 'text' },
  json: ['answer'],
  effect: 'answers',
  output: record({
    kind: text,
    brief: text,
    state: { enum: ['closed', 'open', 'refused'] },
    why: orNull(text),
    results: listOf(
      record({
        at: whole,
        result: { enum: ['accepted', 'already', 'refused'] },
        why: orNull(text),
        id: orNull(text),
        near: listOf(text),
      }),
    ),
    missing: listOf(text),
    left: orNull(whole),
    run: orNull(text),
    parts: whole,
  }),
  tell({ answers }) {
    // One answer comes in, and one comes out.
    const { kind, brief: id, state, why, results, missing, left, run, parts } = answers[0]!
    return {
      data: {
        kind,
        brief: id,
        state,
        why: why ?? null,
        results: results.map(one => ({
          at: one.at,
          result: one.result,
          why: one.why ?? null,
          id: one.id ?? null,
          near: one.near ?? [],
        })),
        missing,
        left: left ?? null,
        run: run ?? null,
        parts,
      },
    }
  },
})

export const briefTools: readonly Tool[] = [brief, submit]
