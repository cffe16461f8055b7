/** What a folder's memories are checked against; where nothing is, why. */
export type FolderProject = { readonly path: string } | { readonly absent: string }
