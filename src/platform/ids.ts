import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** A UUIDv7: new rows are neighbours in the index. No public secret: parts can be guessed. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return asUuid(bytes.toString('hex'))
}

/** Equal texts give equal ids, so that a row with such an id can be created only once. */
export function hashedId(text: string): string {
  return asUuid(createHash('sha256').update(text).digest('hex'))
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Uses hex digits, because they cannot spell a word that a provider refuses in a URL. */
export function newToken(): string {
  return randomBytes(16).toString('hex')
}

/** For the log. Cheap, because `randomUUID` draws the bits of many ids in advance. */
export const newRequestId = (): string => randomUUID().slice(-12)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
