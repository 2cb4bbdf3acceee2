import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of our programs, and the folder in which the user must be able to write. */
type Folders = { read: string; write: string | null }

/**
 * Changes the process from root to the user with this name, permanently. A process of another user
 * stays as it is. Throws one line for the operator if the user does not exist, cannot access the
 * folders, or may change a program that root has run. Call it before listening or opening files,
 * because a file that root opened stays open for the other user.
 */
export function runAs(name: string | null, folders: Folders): void {
  if (process.getuid?.() !== 0) return
  if (name === null) {
    throw new Error('RUN_AS is missing: production started by root needs the user to run as')
  }
  const { uid, gid } = findUser(name)
  if (uid === 0)
    throw new Error(`RUN_AS must be a user without root's rights, not "${name}"`)
    // TypeScript's types for Node lack this function.
  ;(process as unknown as { initgroups(user: string, group: number): void }).initgroups(name, gid)
  process.setgid!(gid)
  process.setuid!(uid)
  check(folders.read, constants.R_OK | constants.X_OK, `RUN_AS: ${name} cannot read`)
  if (folders.write) check(folders.write, constants.W_OK, `RUN_AS: ${name} cannot write in`)
  const open = listPrograms(folders.read).find((path) => mayChange(path, uid))
  if (open === undefined) return
  throw new Error(
    `RUN_AS: ${name} may change ${open}, and root runs programs in it. Start the shop as ${name}, or give it to root.`,
  )
}

export function findUser(name: string): { uid: number; gid: number } {
  return { uid: idOf(name, '-u'), gid: idOf(name, '-g') }
}

/** Runs the command `id`, which also knows users that no file of this machine lists. */
function idOf(name: string, what: '-u' | '-g'): number {
  try {
    const said = execFileSync('id', [what, '--', name], { stdio: ['ignore', 'pipe', 'ignore'] })
    return Number(said.toString())
  } catch {
    throw new Error(`RUN_AS: there is no user "${name}" on this machine`)
  }
}

function check(folder: string, mode: number, fault: string): void {
  if (!allows(folder, mode)) throw new Error(`${fault} ${folder}`)
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Paths of the programs that run at startup: Node and our own, with all folders above them. */
function listPrograms(folder: string): string[] {
  const own = PARTS.filter((name) => readdirSync(folder).includes(name))
  return [
    ...pathsTo(realpathSync(process.execPath)),
    ...pathsTo(realpathSync(folder)),
    ...own.map((name) => join(folder, name)),
  ]
}

/** The parts of our folder that are used at startup. */
const PARTS = ['.env', 'dist', 'node_modules', 'package.json', 'scripts', 'src']

function pathsTo(path: string): string[] {
  return path === dirname(path) ? [path] : [...pathsTo(dirname(path)), path]
}

const STICKY = 0o1000

/** In a folder with the sticky bit, such as /tmp, a user may change only its own files. */
function mayChange(path: string, uid: number): boolean {
  const { uid: owner, mode } = statSync(path)
  return owner === uid || (allows(path, constants.W_OK) && (mode & STICKY) === 0)
}
