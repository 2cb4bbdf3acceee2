// A lock across processes: two concurrent first starts in one clone must not install over each
// other.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault, say } from './run.mjs'

const LIMIT_MS = 10 * 60 * 1000

export async function withLock(file, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const end = Date.now() + LIMIT_MS
  let told = false
  while (!take(file)) {
    if (!told) say(`Waiting for another start in this folder (${file})`)
    told = true
    if (Date.now() > end) throw new Fault(`Still locked after ten minutes: delete ${file}`)
    await sleep(300)
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function take(file) {
  const mine = `${file}.${process.pid}`
  try {
    // The lock file is linked into place with its content, so that no process reads a lock without
    // an owner.
    fs.writeFileSync(mine, String(process.pid))
    fs.linkSync(mine, file)
    return true
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'EEXIST') throw error
    dropIfDead(file)
    return false
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

function dropIfDead(file) {
  try {
    const owner = Number(fs.readFileSync(file, 'utf8'))
    if (!isLauncher(owner)) fs.rmSync(file, { force: true })
  } catch {
    // The owner released the lock in the meantime.
  }
}

function isLauncher(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {any} */ (error).code === 'EPERM'
  }
  try {
    // The process id may have been reused by another program.
    return /scripts\/\w+\.mjs/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return true
  }
}
