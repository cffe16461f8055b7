/** Settings of earlier versions, or parts that held some, and what to do instead. */
const REMOVED: Readonly<Record<string, string>> = {
  store: 'it had no effect: state is kept in files on this machine; remove it',
  'magma.embeddings.folder':
    'it was for ONNX models, which are no longer read; remove it, and set magma.embeddings.from to local or endpoint',
}

/** Values that a setting had in an earlier version. */
const REMOVED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'magma.embeddings.from': {
    onnx: 'ONNX models are no longer read; set local for the model in the package, or endpoint for a service that runs yours',
  },
}

/** Why this setting is none any more; nothing where it never was one. Variables have it in capitals. */
export function whyRemoved(name: string): string | undefined {
  const asked = name.toLowerCase()
  const found = Object.entries(REMOVED).find(([removed]) =>
    `${asked}.`.startsWith(`${removed.toLowerCase()}.`),
  )
  return found?.[1]
}

export function whyValueRemoved(name: string, value: unknown): string | undefined {
  const values = Object.hasOwn(REMOVED_VALUES, name) ? REMOVED_VALUES[name]! : {}
  return typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : undefined
}
