import { parentPort, workerData } from 'node:worker_threads'
import type { Where } from '../src/app/app.ts'
import { DEFAULT_POLICY } from '../src/model/plan.ts'
import { dream } from '../src/pipeline/pipeline.ts'

/** Looks at a folder in a thread whose memory is bounded, and says how many files it saw. */
const { plan } = await dream({ where: workerData as Where, policy: DEFAULT_POLICY, mode: 'dry-run' })
parentPort!.postMessage(plan.folders.reduce((sum, folder) => sum + folder.verdicts.length, 0))
