import { type AnyKind, allKinds, fingerprint } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import { exitCode, type Report } from '../model/index.ts'
import { VERSION } from '../version.ts'
import { type Annotation, annotationsOf, levelOf, runTroubles } from './annotations.ts'
import { shownJson } from './json.ts'

/** Where programs that read SARIF put the root of the repository. */
const REPOSITORY = '%SRCROOT%'

/** SARIF 2.1.0. `base`: the root of the repository, which the paths are relative to. */
export function renderSarif(report: Report, base: string): string {
  const kinds = allKinds()
  const places = new Map(kinds.map(({ kind }, place) => [kind, place]))
  const code = exitCode(report)
  return shownJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Dream', semanticVersion: VERSION, rules: kinds.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: code === 0 || code === 3,
            exitCode: code,
            toolExecutionNotifications: runTroubles(report).map(words => ({
              level: 'error',
              message: { text: plain(words) },
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: annotationsOf(report, base).map(each => resultOf(each, places.get(each.kind.kind)!)),
      },
    ],
  })
}

function ruleOf(kind: AnyKind): object {
  return {
    id: kind.kind,
    name: kind.kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: plain(kind.words(say()).title) },
    fullDescription: { text: plain(kind.words(say()).meaning) },
    help: { text: plain(kind.words(say()).whatNow) },
    defaultConfiguration: { level: levelOf(kind) },
  }
}

function resultOf({ kind, level, path, isBelow, line, words, key }: Annotation, ruleIndex: number): object {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  const artifactLocation = isBelow ? { uri, uriBaseId: REPOSITORY } : { uri: `file://${uri}` }
  return {
    ruleId: kind.kind,
    ruleIndex,
    level,
    message: { text: plain(words) },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: line } } }],
    partialFingerprints: { 'dreamFinding/v1': fingerprint(key) },
  }
}

/** In a message of SARIF `{0}` is a placeholder and `[text](1)` a link: what a note says is neither. */
const plain = (text: string): string =>
  text.replace(/\{(\d{1,9})\}/g, '{{$1}}').replace(/\[(?=[^\]]{0,500}\]\()/g, '\\[')
