import { foldersOf, withState } from '../app/index.ts'
import { sizeWords } from '../report/index.ts'
import { fsckStore } from '../store/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const fsck = command({
  name: 'fsck',
  group: 'care',
  summary: 'look at every byte that Dream keeps and say whether it is what it was',
  effect: 'read',
  settings: 'none',
  input: shared('paths', 'folder', 'project', 'allProjects'),
  examples: [{ line: 'dream fsck', about: 'exit 1 where something is damaged' }],
  format: 'fsck',
  async run({ where }) {
    const folders = foldersOf(where).map(({ root, label }) => {
      const found = withState(where, root, store => ({ ...fsckStore(store), path: store.dir.path }))
      const { objects, records, bytes, path, problems } = found ?? NO_STATE
      return {
        root,
        label,
        checked: { objects, records, bytes },
        problems: problems.map(problem => ({ ...problem, where: path })),
      }
    })
    return { folders }
  },
  render({ folders }, page) {
    if (folders.length === 0) page.text('No memory directories found')
    for (const { label, checked, problems } of folders) {
      const { objects, records, bytes } = checked
      const looked = `${counted(objects, 'version')} (${sizeWords(bytes)}) and ${counted(records, 'run')} checked`
      const result = problems.length === 0 ? 'all is well' : counted(problems.length, 'problem')
      page.gap().entry(label, `${looked}, ${result}`, 0, 'strong')
      for (const { where, what, now, severity } of problems)
        page.entry(where, what, 2, severity === 'damage' ? 'bad' : 'warn').text(now, 4, 'quiet')
    }
    return page
  },
  exitCode: ({ folders }) =>
    folders.some(({ problems }) => problems.some(({ severity }) => severity === 'damage')) ? 1 : 0,
})

const NO_STATE = { objects: 0, records: 0, bytes: 0, path: '', problems: [] }
