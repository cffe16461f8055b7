import {
  type Given,
  isGiven,
  numberArgument,
  objectArgument,
  optionsArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'

/** What `CrossSystemInterop` is called with; a `DreamError` says what was expected instead. */

export function interopArgument(directory: unknown, config: unknown): void {
  const call = 'new CrossSystemInterop(directory, config)'
  optionsArgument(call, config)
  const { lancedbPath, obsidianPath } = config as Given
  for (const [name, path] of Object.entries({ lancedbPath, obsidianPath }))
    if (path !== undefined) textArgument(call, `${name} to be a path`, path)
  if (isGiven(directory) && Array.isArray(directory['paths'])) return
  const paths: readonly unknown[] = Array.isArray(directory) ? directory : [directory]
  for (const path of paths) textArgument(call, 'the path of a memory folder', path)
}

export function retrieveArgument(request: unknown): void {
  const call = 'CrossSystemInterop.retrieve({ query, limit, searchCCB, searchMAGMA })'
  const given = objectArgument(call, 'an object with query', request)
  const { query, limit, enough } = given
  if (typeof query !== 'string') throw wrongArgument(call, 'query to be text', query)
  numberArgument(call, 'limit', limit, { from: 0 })
  numberArgument(call, 'enough', enough, { from: 0 })
  for (const name of ['searchCCB', 'searchMAGMA', 'verify'])
    if (given[name] !== undefined && typeof given[name] !== 'boolean')
      throw wrongArgument(call, `${name} to be true or false`, given[name])
}
