import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

/**
 * Changes the process from root to the user with this name, permanently. A process of another user
 * stays as it is. Throws one line for the operator if the user does not exist or cannot access the
 * folders. Call it before listening or opening files, because a file that root opened stays open
 * for the other user.
 */
export function runAs(name: string | null, folders: { read: string; write: string | null }): void {
  if (process.getuid?.() !== 0) return
  if (name === null) {
    throw new Error('RUN_AS is missing: production started by root needs the user to run as')
  }
  const uid = idOf(name, '-u')
  const gid = idOf(name, '-g')
  if (uid === 0)
    throw new Error(`RUN_AS must be a user without root's rights, not "${name}"`)
    // TypeScript's types for Node lack this function.
  ;(process as unknown as { initgroups(user: string, group: number): void }).initgroups(name, gid)
  process.setgid!(gid)
  process.setuid!(uid)
  check(folders.read, constants.R_OK | constants.X_OK, `RUN_AS: ${name} cannot read`)
  if (folders.write) check(folders.write, constants.W_OK, `RUN_AS: ${name} cannot write in`)
}

/**
 * The numeric id of a user or group, from the system's command `id`, which also knows users that no
 * file of this machine lists.
 */
function idOf(name: string, what: '-u' | '-g'): number {
  try {
    const said = execFileSync('id', [what, '--', name], { stdio: ['ignore', 'pipe', 'ignore'] })
    return Number(said.toString())
  } catch {
    throw new Error(`RUN_AS: there is no user "${name}" on this machine`)
  }
}

function check(folder: string, mode: number, words: string): void {
  try {
    accessSync(folder, mode)
  } catch {
    throw new Error(`${words} ${folder}`)
  }
}
