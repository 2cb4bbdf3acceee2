import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * A file with one JSON value per line. Each line is written before its change is announced to any
 * client. The write is synchronous, so that killing this process cannot lose a line.
 */
export class Journal<T> {
  readonly #file: number | undefined
  /** The values that earlier runs wrote, oldest first. */
  readonly past: T[]

  constructor(path: string | undefined) {
    if (!path) {
      this.past = []
      return
    }
    mkdirSync(dirname(path), { recursive: true })
    this.past = readLines<T>(path)
    this.#file = openSync(path, 'a')
  }

  append(entry: T): void {
    if (this.#file === undefined) return
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    const { size } = fstatSync(this.#file)
    try {
      for (let done = 0; done < line.length; ) done += writeSync(this.#file, line, done)
    } catch (error) {
      // The disk is full, so the change did not happen. Remove the incomplete line, because the
      // next line would be appended to it.
      ftruncateSync(this.#file, size)
      throw error
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}

function readLines<T>(path: string): T[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // A crash left the last line incomplete. Its change was not announced yet, so the line is
  // dropped.
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) truncateSync(path, end)
  const text = bytes.toString('utf8', 0, end)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as T
      } catch {
        throw new Error(`${path} line ${index + 1} is not JSON; remove the file to start afresh`)
      }
    })
}
