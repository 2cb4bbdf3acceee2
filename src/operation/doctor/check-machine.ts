import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import type { Deps } from '../../platform/database/deps.ts'
import { timeOfNewestDump } from '../../platform/dumps.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'

const FREE_MIN_SHARE = 0.15
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/**
 * The doctor reports M-Pesa's certificate if it expires within this time. Safaricom needs some
 * days to issue a certificate or to register an address again.
 */
const NOTICE_MS = 14 * DAY_MS

type MachineDeps = Pick<Deps, 'env'> & { storage: Storage }

/** Checks that uploads can be written, read and deleted. */
export async function checkStorage({ env, storage }: MachineDeps): Promise<string | null> {
  const key = `doctor/${newId()}`
  try {
    await storage.putObject(key, Buffer.from('doctor'), 'text/plain')
    const stored = await storage.getObject(key)
    await storage.deleteObject(key)
    if (stored?.toString() === 'doctor') return null
    return 'a file that was just stored cannot be read. Check the service behind S3_ENDPOINT.'
  } catch (error) {
    const { message } = error as Error
    return env.s3
      ? `the bucket cannot be used: ${message}. Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the key, which needs GetObject, PutObject, DeleteObject and ListBucket.`
      : `uploads cannot be written: ${message}. Give DATA_DIR to the user of the shop, or set S3_BUCKET.`
  }
}

type DiskRoom = { bavail: number; blocks: number; files: number; ffree: number }

/** Checks that the disks of the data and of the backups have enough free space. */
export async function checkDisk(
  { env }: MachineDeps,
  readRoom: (folder: string) => DiskRoom = statfsSync,
): Promise<string | null> {
  const folders = [env.dataDir, env.backupDir].filter((folder) => folder !== null)
  for (const folder of folders.filter((one) => existsSync(one))) {
    const { bavail, blocks, files, ffree } = readRoom(folder)
    // Some file systems do not count files, and report 0.
    const free = Math.min(bavail / blocks, files > 0 ? ffree / files : 1)
    if (free >= FREE_MIN_SHARE) continue
    return `the disk of ${folder} has only ${Math.floor(free * 100)} % free. Make room: old backups that exist elsewhere, journalctl --vacuum-size=500M.`
  }
  return null
}

/** Checks that the newest dump is less than a day old. `now` is in ms. */
export async function checkBackup({ env }: MachineDeps, now = Date.now()): Promise<string | null> {
  const folder = env.backupDir
  if (folder === null) return 'BACKUP_DIR is missing. Set it, and enable lango-backup.timer.'
  const newest = timeOfNewestDump(folder)
  if (newest === null) return `${folder} holds no backup. Run: systemctl start lango-backup.`
  const hours = Math.floor((now - newest) / HOUR_MS)
  if (hours < 24) return null
  return `the newest backup is ${hours} hours old. Read: journalctl -u lango-backup.`
}

/**
 * The maximum age of the newest base backup, in hours. Each nightly backup may take some hours.
 */
const BASE_BACKUP_MAX_H = 30
const ASK_PGBACKREST = 'Run as the user postgres: pgbackrest --stanza=lango check.'

type Stanza = {
  name: string
  status: { code: number; message: string }
  backup: { error?: boolean; timestamp: { stop: number } }[]
}

/**
 * Checks that the newest base backup is undamaged and not older than BASE_BACKUP_MAX_H. Checks
 * nothing if pgbackrest is not on this machine.
 */
export async function checkBaseBackup(
  { env }: MachineDeps,
  now = new Date(),
): Promise<string | null> {
  if (env.pgbackrestInfo === null) return null
  const stanzas = readStanzas(env.pgbackrestInfo)
  if (stanzas === null) return `pgbackrest does not reply. ${ASK_PGBACKREST}`
  const stanza = stanzas.find(({ name }) => name === 'lango')
  if (!stanza) return 'pgbackrest knows no stanza lango. Run step 9 of docs/operation.md.'
  const newest = stanza.backup.at(-1)
  if (stanza.status.code !== 0 || !newest) {
    return `pgbackrest reports: ${stanza.status.message}. ${ASK_PGBACKREST}`
  }
  if (newest.error) return 'the newest base backup holds damaged pages. Read: pgbackrest info.'
  const hours = Math.floor((now.getTime() - newest.timestamp.stop * 1000) / HOUR_MS)
  if (hours < BASE_BACKUP_MAX_H) return null
  return `the newest base backup is ${hours} hours old. Read: journalctl -u lango-base-backup.`
}

function readStanzas(info: string): Stanza[] | null {
  try {
    return JSON.parse(info) as Stanza[]
  } catch {
    return null
  }
}

const SETTING = 'MPESA_SECURITY_CERTIFICATE'

/** Checks that M-Pesa's certificate for the initiator's password is valid for two more weeks. */
export async function checkInitiator({ env }: MachineDeps): Promise<string | null> {
  const value = env.mpesa.securityCertificate
  const isText = value.includes('-----BEGIN')
  const place = isText ? SETTING : value
  try {
    const { validTo } = new X509Certificate(isText ? value : readFileSync(value, 'utf8'))
    if (Date.parse(validTo) - Date.now() > NOTICE_MS) return null
    return `the certificate in ${place} ends on ${validTo}; without it no refund is paid. Put Safaricom's new one there.`
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return `the certificate in ${place} cannot be read: ${code ?? message}. Copy the production certificate of the Daraja portal there, readable for the user of the shop; ${SETTING} names the file.`
  }
}
