// Codes from an authenticator app: TOTP of RFC 6238 with SHA-1, six digits and steps of 30 seconds,
// which every app supports. The shared secret is stored encrypted.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Deps } from '../platform/database/deps.ts'

type SecretDeps = Pick<Deps['env'], 'sessionSecrets'>

const STEP_MS = 30_000
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const drawSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Encodes bytes as RFC 4648 does, without padding: five bits for each letter. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that an app reads from a QR code. */
export function secretAddress(secret: Buffer, email: string): string {
  const label = `Lango:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Lango`
}

export const stepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/** The code of a time step (RFC 4226, 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/**
 * Returns the step of a code, or null if the code is wrong. Accepts the current, the previous and
 * the next step, because the clock of a phone may be wrong.
 */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const typed = Buffer.from(code)
  const isCode = (step: number) => {
    const right = Buffer.from(codeOf(secret, step))
    return right.length === typed.length && timingSafeEqual(right, typed)
  }
  const current = stepOf(now)
  return [current + 1, current, current - 1].find(isCode) ?? null
}

const derive = (secret: string, use: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `lango second factor ${use}`, bytes))

export const KEY_ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/**
 * The ids of the keys that we derive from our secrets. The key of the first secret encrypts; the
 * others only decrypt.
 */
export const keyIdsOf = ({ sessionSecrets }: SecretDeps): Buffer[] =>
  sessionSecrets.map((secret) => derive(secret, 'key id', KEY_ID_BYTES))

/**
 * Encrypts a secret for storage, so that a copy of the database gives no codes. The result names
 * the key, and can be decrypted for the same account only.
 */
export function sealSecret(env: SecretDeps, accountId: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derive(env.sessionSecrets[0]!, 'key', 32), iv)
  cipher.setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([keyIdsOf(env)[0]!, iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a secret. Null if its key was derived from a secret that we no longer have. */
export function unsealSecret(env: SecretDeps, accountId: string, stored: Buffer): Buffer | null {
  const keyId = stored.subarray(0, KEY_ID_BYTES)
  const at = keyIdsOf(env).findIndex((id) => id.equals(keyId))
  const ours = env.sessionSecrets[at]
  if (ours === undefined) return null
  const [iv, tag, sealed] = [
    stored.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES),
    stored.subarray(KEY_ID_BYTES + IV_BYTES, KEY_ID_BYTES + IV_BYTES + TAG_BYTES),
    stored.subarray(KEY_ID_BYTES + IV_BYTES + TAG_BYTES),
  ]
  const decipher = createDecipheriv(CIPHER, derive(ours, 'key', 32), iv)
  decipher.setAAD(Buffer.from(accountId))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
