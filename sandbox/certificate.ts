import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

// The DER encoding of a certificate. Each element consists of a tag, the length of its content, and
// the content.
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const NULL = 0x05
const OID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17

const YEAR_MS = 365 * 24 * 3_600_000
const LIFE_YEARS = 10

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const hex = body.length.toString(16)
  const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body])
}

function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, Buffer.from(`${digits}Z`))
}

// The object identifier 2.5.4.3, commonName.
const COMMON_NAME = Buffer.from('550403', 'hex')
// The object identifier 1.2.840.113549.1.1.11, sha256WithRSAEncryption.
const RSA_SHA256 = Buffer.from('2a864886f70d01010b', 'hex')

/**
 * Makes a self-signed X.509 certificate for this key, in PEM format, like the certificate that
 * Safaricom publishes.
 */
export function makeCertificate(
  privateKey: KeyObject,
  name: string,
  lifeMs = LIFE_YEARS * YEAR_MS,
): string {
  const algorithm = der(SEQUENCE, der(OID, RSA_SHA256), der(NULL))
  const attribute = der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))
  const subject = der(SEQUENCE, der(SET, attribute))
  const now = Date.now()
  const validity = der(SEQUENCE, utcTime(now), utcTime(now + lifeMs))
  // The first byte keeps the number positive and without leading zeros.
  const serial = der(INTEGER, Buffer.from([0x4c]), randomBytes(15))
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const content = der(SEQUENCE, serial, algorithm, subject, validity, subject, key)
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = der(SEQUENCE, content, algorithm, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
