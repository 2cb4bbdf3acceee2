import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signPayload } from '../../../tickets/issuing/ticket-numbers.ts'
import { toSymbols } from '../../../tickets/number.rules.ts'
import { readPairingCode } from './pair-phone.ts'
import { importProofKey, proofOf } from './proof-key.ts'

// spec: gate-pairing
test.each([
  ['#abc-DEF_12', 'abc-DEF_12'],
  ['https://lango.test/gate/#abc-DEF_12', 'abc-DEF_12'],
  ['  abcDEF12 ', 'abcDEF12'],
  ['https://lango.test/t/0123456789ABCDEF', null],
  ['', null],
])('the code in %j is %j', (text, code) => {
  expect(readPairingCode(text)).toBe(code)
})

// spec: gate-key-sealed
test('the imported key signs numbers as the server does and cannot be exported again', async () => {
  const secret = randomBytes(32)
  const key = await importProofKey(secret.toString('base64url'))
  expect(await proofOf(key, '0412345678')).toBe(toSymbols(signPayload('0412345678', secret), 6))
  expect(key.extractable).toBe(false)
  for (const format of ['raw', 'jwk'] as const) {
    await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
  }
})
