// Checks whether the disk of a folder is full. Log files on a full disk cannot report it.
import fs from 'node:fs'

/** The size of one file of PostgreSQL's write-ahead log, which recovery needs, plus a margin. */
const LEAST_BYTES = 24 * 1024 * 1024
const LEAST_FILES = 16

/**
 * Returns a message about the first folder whose disk is full, or undefined if no disk is full.
 * @param {string[]} folders
 */
export function tellFullDisk(...folders) {
  for (const folder of folders.filter((one) => fs.existsSync(one))) {
    const { bavail, bsize, files, ffree } = fs.statfsSync(folder)
    const kilobytes = Math.floor((bavail * bsize) / 1024)
    if (bavail * bsize < LEAST_BYTES) {
      return `The disk of ${folder} is full: ${kilobytes} kB are free. Make room there.`
    }
    // Some file systems do not count files, and report 0.
    if (files > 0 && ffree < LEAST_FILES) {
      return `The disk of ${folder} holds as many files as it can. Make room there.`
    }
  }
  return undefined
}
