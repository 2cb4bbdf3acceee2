import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** UUIDv7: rows made one after the other lie beside each other in the index. Not for public secrets. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return asUuid(bytes.toString('hex'))
}

/** In the form of a UUID: the same for the same text, where something is to be done once. */
export function hashedId(text: string): string {
  return asUuid(createHash('sha256').update(text).digest('hex'))
}

/** Its first 32 digits. */
function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** 128 random bits as hex: hex cannot spell a word that a provider refuses in an address. */
export function newToken(): string {
  return randomBytes(16).toString('hex')
}

/** By which the log knows a request. The random bits of many UUIDs are drawn at once, which is cheap. */
export const newRequestId = (): string => randomUUID().slice(-12)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
