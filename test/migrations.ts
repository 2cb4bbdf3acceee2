import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Makes a folder with the migrations of a later version of the shop: the shop's own, and the files
 * in `own` (name to text). The caller deletes the folder.
 */
export async function makeMigrations(own: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lango-migrations-'))
  await cp('migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(own)) {
    await writeFile(path.join(folder, `${name}.sql`), text)
  }
  return folder
}
