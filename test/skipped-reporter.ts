import type { Reporter, TestModule } from 'vitest/node'

/** Says which tests were skipped, so that none is in silence. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(module =>
      [...module.children.allTests('skipped')].map(test => `  ${module.relativeModuleId} > ${test.fullName}`),
    )
    process.stdout.write(
      skipped.length === 0
        ? '\nNo test was skipped.\n'
        : `\nSkipped, ${skipped.length} in all:\n${skipped.join('\n')}\n`,
    )
  }
}
