// spec: gate-mistyped
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawNumber, makeSession } from '../../../../test/gate-session.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide } from './decide.ts'
import { readShown } from './shown-number.ts'

test('offline a number whose check fails is called mistyped if it was typed', async () => {
  const number = drawNumber(1, 1)
  const { session } = await makeSession({ tickets: [{ number }] })
  const ask = async (text: string, validation_type: 'scan' | 'manual') =>
    lookOf(await decide(session, readShown(text)!, { validation_type }))
  const altered = number.slice(0, 15) + (number.endsWith('0') ? '1' : '0')
  expect(await ask(altered, 'scan')).toMatchObject({ tone: 'no', title: 'Not genuine' })
  const typed = await ask(altered, 'manual')
  expect(typed).toMatchObject({ tone: 'no', title: 'No such number' })
  expect(typed.lines[0]).toBe('Check what you typed, or scan the code.')
  const other = await ask(drawNumber(1, 4, randomBytes(32)), 'manual')
  expect(other.title).toBe('Not on this list')
  expect(other.lines[0]).toMatch(/^May be mistyped, or for another event/)
})
