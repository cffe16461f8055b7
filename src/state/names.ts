/** Set for whatever Dream starts, so that it never counts as a session and never starts another. */
export const DREAMING = 'DREAMING'
