import { constants, publicEncrypt, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Initiator } from './initiator.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-initiator-'))
  path = join(folder, 'deep', 'certificate.pem')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (kept: string | undefined = undefined) => new Initiator('name', 'secret#1', kept)

function encrypt(key: string, text: string, padding = constants.RSA_PKCS1_PADDING): string {
  return publicEncrypt({ key, padding }, Buffer.from(text)).toString('base64')
}

test('the certificate is self-signed, has 2,048 bits and is valid now', () => {
  const certificate = new X509Certificate(open().certificate)
  expect(certificate.subject).toBe('CN=Lango sandbox')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(Date.parse(certificate.validFrom)).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000)
})

test('only a password encrypted for the certificate authenticates the initiator', () => {
  const initiator = open()
  const { certificate } = initiator
  const right = encrypt(certificate, 'secret#1')
  expect(right).toHaveLength(344)
  expect(initiator.isRight('name', right)).toBe(true)
  expect(initiator.isRight('other', right)).toBe(false)
  expect(initiator.isRight('name', encrypt(certificate, 'secret#2'))).toBe(false)
  const oaep = encrypt(certificate, 'secret#1', constants.RSA_PKCS1_OAEP_PADDING)
  for (const wrong of [
    '',
    'secret#1',
    oaep,
    right.slice(4),
    Buffer.alloc(256, 255).toString('base64'),
  ]) {
    expect(initiator.isRight('name', wrong)).toBe(false)
  }
})

test('a certificate stored in a file survives a restart, and two sandboxes that start concurrently share one key', () => {
  const initiators = [open(path), open(path)]
  const credential = encrypt(readFileSync(path, 'utf8'), 'secret#1')
  for (const initiator of [...initiators, open(path)]) {
    expect(initiator.isRight('name', credential)).toBe(true)
  }
  expect(statSync(join(folder, 'deep', 'certificate-key.pem')).mode & 0o077).toBe(0)
})
