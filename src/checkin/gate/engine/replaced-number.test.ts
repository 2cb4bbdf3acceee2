// spec: gate-replaced
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawNumber, makeSession } from '../../../../test/gate-session.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide } from './decide.ts'
import { importProofKey } from './proof-key.ts'
import { readShown } from './shown-number.ts'

test('offline a number that an older key proves and that is on no list was replaced', async () => {
  const oldKey = randomBytes(32)
  const olderKeys = [await importProofKey(oldKey.toString('base64url'))]
  const tickets = [{ number: drawNumber(1, 1) }]
  const { session } = await makeSession({ tickets, more: { olderKeys } })
  const outcome = await decide(session, readShown(drawNumber(1, 9, oldKey))!, {})
  if (outcome.kind !== 'decided') throw new Error(outcome.kind)
  expect(outcome.decision).toMatchObject({
    result: 'unknown',
    reason: 'replaced',
    admits: 0,
    message: 'Replaced: ask for the newest SMS.',
  })
  const look = lookOf(outcome)
  expect(look).toMatchObject({ tone: 'no', title: 'Replaced' })
  expect(look.lines[0]).toBe('Ask for the newest SMS.')
})
