import { FOLDERS, VAULT } from '../model/index.ts'
import { Dir, type Made, type NewFile } from './dir.ts'
import { errorCode, O_DIRECTORY, O_NOFOLLOW, O_RDONLY, type Sys } from './sys.ts'

/**
 * A memory folder in which a few fixed sub-folders may be named too (`memory/2026-02-27.md`), and a vault that lies
 * elsewhere (`@vault/ledger.md`). Every segment is opened by itself and no link is followed, so a name leads no
 * further than its spelling. For plain names it is a `Dir` and nothing else.
 */
export class Tree extends Dir {
  private readonly folders = new Map<string, Dir>()
  private vault: string | undefined

  static override open(sys: Sys, path: string): Tree {
    return new Tree(sys, path, sys.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  }

  /** Says where the vault lies from now on; a path with its links resolved. */
  override mount(vault: string | undefined): void {
    if (vault === this.vault) return
    this.vault = vault
    for (const [path, folder] of this.folders) {
      if (!path.startsWith(VAULT)) continue
      folder.close()
      this.folders.delete(path)
    }
  }

  override close(): void {
    for (const folder of this.folders.values()) folder.close()
    super.close()
  }

  override sync(): void {
    for (const folder of this.folders.values()) folder.sync()
    super.sync()
  }

  override create(name: string, bytes: Uint8Array, options: NewFile): Made {
    const cut = name.lastIndexOf('/')
    if (cut !== -1) this.folder(name.slice(0, cut), 'make')
    return super.create(name, bytes, options)
  }

  override traces(): string[] {
    const found = super.traces()
    for (const path of FOLDERS) {
      if (this.vault === undefined && path.startsWith(VAULT)) continue
      for (const name of this.folderIfThere(path)?.traces() ?? []) found.push(`${path}/${name}`)
    }
    return found
  }

  protected override at(name: string): string {
    const cut = name.lastIndexOf('/')
    const last = name.slice(cut + 1)
    const here = super.at(last)
    return cut === -1 ? here : this.sys.at(this.folder(name.slice(0, cut), 'open'), last)
  }

  private folderIfThere(path: string): Dir | undefined {
    try {
      return this.folder(path, 'open')
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
      throw error
    }
  }

  private folder(path: string, how: 'open' | 'make'): Dir {
    const known = this.folders.get(path)
    if (known !== undefined) return known
    if (!FOLDERS.includes(path)) throw new Error(`not a place in a memory folder: ${JSON.stringify(path)}`)
    const cut = path.lastIndexOf('/')
    const folder = path === VAULT ? this.openVault() : this.below(path, cut, how)
    this.folders.set(path, folder)
    return folder
  }

  private below(path: string, cut: number, how: 'open' | 'make'): Dir {
    const parent = cut === -1 ? this : this.folder(path.slice(0, cut), how)
    const name = path.slice(cut + 1)
    if (how === 'make' && parent.stat(name) === undefined) return parent.ensureSub(name)
    return parent.sub(name)
  }

  private openVault(): Dir {
    if (this.vault === undefined) throw Object.assign(new Error('no vault is known'), { code: 'ENOENT' })
    return Dir.open(this.sys, this.vault)
  }
}
