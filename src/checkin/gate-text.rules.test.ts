import { expect, test } from 'vitest'
import {
  capacityState,
  clockLabel,
  conflictText,
  contactLabel,
  countdownLabel,
  excessText,
  isSilent,
  pairedByLabel,
  WHY_OPTIONS,
  whyText,
} from './gate-text.rules.ts'

// spec: command-view-alarm
test.each([
  [0, null, 'unknown'],
  [99_999, null, 'unknown'],
  [0, 1, 'fine'],
  [949, 1000, 'fine'],
  [950, 1000, 'near'],
  [999, 1000, 'near'],
  [1000, 1000, 'full'],
  [1003, 1000, 'full'],
] as const)('%d inside of %s licensed: %s', (inside, licensed, state) => {
  expect(capacityState(inside, licensed)).toBe(state)
})

// spec: gate-phone-paired-by
test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android, 197.248.0.9',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone, 197.248.0.9',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android, 197.248.0.9',
  ],
  ['curl/8.5.0', 'curl/8.5.0, 197.248.0.9'],
  [null, 'Unknown browser, 197.248.0.9'],
])('%s paired a phone: %s', (paired_browser, words) => {
  expect(pairedByLabel({ paired_browser, paired_address: '197.248.0.9' })).toBe(words)
  expect(pairedByLabel({ paired_browser, paired_address: null })).toBeNull()
})

test.each([
  ['valid', null, ''],
  ['valid', 'by_hand', 'Manual entry'],
  ['wrong_gate', null, 'Wrong gate'],
  ['void', 'refunded', 'Refunded'],
  ['void', null, 'No longer valid'],
  ['unknown', 'not_genuine', 'Not genuine'],
  // A reason that this app does not know, because the server is newer, is shown by its code.
  ['rained_off', null, 'Rained off'],
  ['void', 'eaten_by_goat', 'No longer valid'],
])('%s, %s is %j', (result, reason, words) => {
  expect(whyText({ result, reason })).toBe(words)
})

test('each reason to filter by has its own words', () => {
  const words = WHY_OPTIONS.map(([, text]) => text)
  expect(new Set(words).size).toBe(words.length)
})

// spec: command-view-phones
test('durations, clock errors and code lifetimes have words', () => {
  const now = Date.parse('2027-03-14T16:00:00.000Z')
  const seen = (ms: number) => new Date(now - ms).toISOString()
  expect(contactLabel(null, now)).toBe('Never')
  const hour = 3600_000
  expect(
    [59_999, 60_000, hour - 1, hour, 47 * hour, 49 * hour].map((ms) => contactLabel(seen(ms), now)),
  ).toEqual(['59 s ago', '1 min ago', '59 min ago', '1 h ago', '47 h ago', '2 days ago'])
  expect([-5_000, 9_000, 12_000, 300_000].map((ms) => contactLabel(seen(ms), now))).toEqual([
    'Now',
    'Now',
    '12 s ago',
    '5 min ago',
  ])
  expect([null, seen(300_000), seen(300_001)].map((at) => isSilent(at, now))).toEqual([
    false,
    false,
    true,
  ])
  expect([null, 0, -29_999, 30_000, -10_800_000].map(clockLabel)).toEqual([
    '–',
    'OK',
    'OK',
    '30 s ahead',
    '3 h behind',
  ])
  expect([3600, 59, 1, 0, -1].map(countdownLabel)).toEqual(['60:00', '0:59', '0:01', null, null])
})

// spec: validations-offline
test.each([
  ['in', 'used', 2, 0, '2 too many, let in by an offline phone'],
  ['in', 'valid', 3, 2, '1 too many, let in by an offline phone'],
  ['in', 'void', 2, 0, '2 let in by an offline phone'],
  ['in', 'unknown', 1, 0, '1 let in by an offline phone'],
  ['in', 'wrong_event', 1, 0, '1 let in by an offline phone'],
  ['in', 'valid', 2, 2, ''],
  ['in', 'void', 0, 0, ''],
  ['out', 'valid', 2, 0, ''],
] as const)('%s, %s, %s people let in for %s: %j', (kind, result, let_in, admits, words) => {
  expect(excessText({ kind, result, let_in, admits })).toBe(words)
})

test('a steward reads what the server found about a conflict', () => {
  const end = 'The organizer has been notified.'
  const said = (result: string, reason: string | null = null) => conflictText({ result, reason })
  expect(conflictText(undefined)).toBe(`Conflict: also let in elsewhere. ${end}`)
  expect(said('used')).toBe(`Conflict: also let in elsewhere. ${end}`)
  expect(said('void', 'refunded')).toBe(`Conflict: refunded, but let in. ${end}`)
  expect(said('void')).toBe(`Conflict: no longer valid, but let in. ${end}`)
  expect(said('wrong_event')).toBe(`Conflict: wrong event, but let in. ${end}`)
})
