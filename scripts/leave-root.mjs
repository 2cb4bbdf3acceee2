// If root starts production, the process continues as the user RUN_AS before anything in DATA_DIR
// is opened, written or run (decisions/0119).
import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, dataPath, root } from './bootstrap.mjs'
import { Fault } from './run.mjs'

/** Whether root is starting production, so that this process must switch to another user. */
export const isRootOfProduction = () =>
  process.getuid?.() === 0 && process.env.LANGO_ENV === 'production'

/**
 * If root is starting production, switches to the user RUN_AS, permanently. Otherwise does nothing.
 */
export async function leaveRoot() {
  if (!isRootOfProduction()) return
  const { findUser, runAs } = await import('../src/platform/run-as.ts')
  const name = process.env.RUN_AS?.trim() || null
  const folder = dataPath()
  try {
    if (name !== null) giveFolder(folder, findUser(name))
    runAs(name, { read: root, write: null })
  } catch (error) {
    throw new Fault(/** @type {Error} */ (error).message)
  }
  dataFolder()
  refuseFilesOfOthers(folder, name)
}

/**
 * Creates the folder if missing, and makes the user its owner. Root does this only if root owns all
 * folders above; in any other folder a user could replace a part of the path. There the user
 * creates the folder later, without root's rights.
 */
function giveFolder(folder, { uid, gid }) {
  const above = path.dirname(folder)
  if (!fs.existsSync(above)) giveFolder(above, { uid: 0, gid: 0 })
  if (!belongsToRoot(above)) return
  if (!fs.existsSync(folder)) fs.mkdirSync(folder)
  if (fs.lstatSync(folder).uid === 0) fs.lchownSync(folder, uid, gid)
}

function belongsToRoot(folder) {
  if (!fs.existsSync(folder) || fs.lstatSync(folder).uid !== 0) return false
  return folder === path.dirname(folder) || belongsToRoot(path.dirname(folder))
}

/**
 * Throws a fault if files of DATA_DIR belong to a different user, because earlier versions wrote
 * some files as root. Only the operator can change their owner.
 */
function refuseFilesOfOthers(folder, name) {
  const me = process.getuid?.()
  const files = ['', ...fs.readdirSync(folder), 'log/app.log', 'postgres/server.json']
  const other = files
    .map((file) => path.join(folder, file))
    .find((file) => (fs.lstatSync(file, { throwIfNoEntry: false })?.uid ?? me) !== me)
  if (!other) return
  throw new Fault(`DATA_DIR: ${other} must belong to ${name}: run chown -hR ${name}: ${folder}`)
}
