import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { assertOutsideTransaction } from '../database/db.ts'

/** Files that belong to rows, such as pictures. A key is never reused for other bytes. */
export interface Storage {
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  getObject(key: string): Promise<Buffer | null>
  hasObject(key: string): Promise<boolean>
  deleteObject(key: string): Promise<void>
}

/** The service that stores the files cannot be reached, or refuses us. A later call may succeed. */
export class StorageFailure extends Error {}

const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_MAX = 200

/** Throws if a key is not the plain name of one file, for example because it contains '..'. */
export function checkKey(key: string): void {
  if (key.length > KEY_MAX || !KEY.test(key)) throw new Error(`not a storage key: ${key}`)
}

/** The content type is not stored, because it follows from the key's ending. */
export function openFolderStorage(dataDir: string): Storage {
  const root = path.resolve(dataDir, 'storage')
  const place = (key: string): string => {
    checkKey(key)
    return path.join(root, key)
  }
  return {
    async putObject(key, bytes) {
      assertOutsideTransaction('Storing a file')
      await writeWhole(place(key), bytes)
    },
    async getObject(key) {
      assertOutsideTransaction('Reading a stored file')
      return await readFile(place(key)).catch(nullIfMissing)
    },
    async hasObject(key) {
      assertOutsideTransaction('Looking for a stored file')
      const found = await access(place(key)).then(() => true, nullIfMissing)
      return found ?? false
    },
    async deleteObject(key) {
      assertOutsideTransaction('Deleting a stored file')
      await rm(place(key)).catch(nullIfMissing)
    },
  }
}

/** Writes the whole file or nothing, even if the process or the machine stops. */
async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  // Keys cannot begin with a dot, so no key can name an unfinished file.
  const unfinished = path.join(path.dirname(target), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
