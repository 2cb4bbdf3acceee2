// spec: ticket-who-is-inside
import { expect, it } from 'vitest'
import { admissionText } from './admission.rules.ts'

const lastly = { at: '2027-01-03T13:12:40.000Z', gate: 'Gate A' }
const ticket = { state: 'valid' as const, quantity: 2, admitted: 0, last_admission: null }

it.each([
  ['nobody yet', {}, null],
  ['one of two', { admitted: 1, last_admission: lastly }, '1 of 2 already inside'],
  ['two of three', { quantity: 3, admitted: 2 }, '2 of 3 already inside'],
  [
    'all of them, at a gate',
    { state: 'used' as const, admitted: 2, last_admission: lastly },
    'January 3, 2027, 4:12 PM, through Gate A',
  ],
  [
    'all of them, and nobody noted the gate',
    { state: 'used' as const, admitted: 2, last_admission: { ...lastly, gate: null } },
    'January 3, 2027, 4:12 PM',
  ],
  [
    'an add-on that is redeemed in parts',
    { kind: 'add_on' as const, quantity: 3, admitted: 2, last_admission: lastly },
    '2 of 3 already redeemed',
  ],
  [
    'an add-on that is used up',
    { kind: 'add_on' as const, state: 'used' as const, admitted: 2, last_admission: lastly },
    'January 3, 2027, 4:12 PM, at Gate A',
  ],
  ['used, and nobody noted when', { state: 'used' as const, admitted: 2 }, null],
  ['void, whoever was let in before', { state: 'void' as const, admitted: 1 }, null],
])('%s', (_case, changes, words) => {
  expect(admissionText({ ...ticket, ...changes })).toBe(words)
})
