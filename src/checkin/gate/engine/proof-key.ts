import {
  CHECK_BITS,
  NUMBER_LENGTH,
  PAYLOAD_LENGTH,
  toSymbols,
} from '../../../tickets/number.rules.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Imports a key so that it can sign but cannot be exported from the browser. */
export async function importProofKey(text: string): Promise<CryptoKey> {
  const bytes = fromBase64Url(text)
  const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign'])
  bytes.fill(0)
  return key
}

/** The last six symbols of a number (see tickets/issuing/ticket-numbers.ts). */
export async function proofOf(key: CryptoKey, payload: string): Promise<string> {
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(payload))
  const bits = new DataView(signed).getBigUint64(0) >> BigInt(64 - CHECK_BITS)
  return toSymbols(bits, NUMBER_LENGTH - PAYLOAD_LENGTH)
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0))
}

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
