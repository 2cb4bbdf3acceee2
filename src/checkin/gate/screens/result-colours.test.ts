// Tests that every result is readable in full sun and at night: its contrast must be at least 7:1,
// even for large words.
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CheckInResult } from '../../checkin.contract.ts'
import type { CheckInOutcome } from '../engine/decide.ts'
import type { Tone } from './looks.ts'
import { lookOf } from './result-look.ts'
import { TONES } from './result-view.tsx'

const read = (file: string) =>
  fs.readFileSync(new URL(`../../../ui/${file}`, import.meta.url), 'utf8')

/** The colours by CSS variable. If a variable is defined twice, the last definition counts. */
function coloursOf(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )
}

const [byDay, atNight] = read('gate/gate.css').split('prefers-color-scheme: dark')
const day = { ...coloursOf(read('tokens.css')), ...coloursOf(byDay!) }
const night = { ...day, ...coloursOf(atNight!) }

/** The relative luminance of a colour by WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrastOf(tone: Tone, colours: Record<string, string>): number {
  const [, ground, ink] = /^bg-([a-z-]+) text-([a-z-]+)$/.exec(TONES[tone])!
  const [darker, lighter] = [luminance(colours[ground!]!), luminance(colours[ink!]!)].sort(
    (a, b) => a - b,
  )
  return (lighter! + 0.05) / (darker! + 0.05)
}

type Answer = [result: CheckInResult, reason?: string]
const ANSWERS: Answer[] = [
  ['valid'],
  ['used'],
  ['too_many'],
  ['other_day'],
  ['wrong_gate'],
  ['wrong_event'],
  ['void', 'refunded'],
  ['void', 'transferred'],
  ['void', 'event_cancelled'],
  ['void', 'revoked'],
  ['unknown'],
  ['unknown', 'not_genuine'],
  ['unknown', 'proof_limit'],
  ['too_early'],
  ['entry_stopped'],
]

function outcomeOf([result, reason]: Answer, isAlone: boolean): CheckInOutcome {
  const ticket = { ticket_type: 'VIP', quantity: 2, gate: 'Gate B' }
  const decision = { result, reason: reason ?? null, admits: 1, left: 1, ticket, earlier: null }
  return {
    kind: 'decided',
    decision,
    moved: 1,
    isAlone,
    byProof: false,
    isTyped: false,
  } as unknown as CheckInOutcome
}

// spec: gate-answer-colours
describe.each([
  ['in the sun', day],
  ['at night', night],
] as const)('%s', (_when, colours) => {
  test.each(ANSWERS)('%s has enough contrast: %s', (...answer) => {
    for (const isAlone of [false, true]) {
      const { tone } = lookOf(outcomeOf(answer, isAlone))
      expect(contrastOf(tone, colours), tone).toBeGreaterThanOrEqual(7)
    }
  })

  test('a phone that is full, signed off, or without a response has enough contrast', () => {
    const others = [{ kind: 'not_kept' }, { kind: 'revoked' }, { kind: 'failed', error: '' }]
    for (const outcome of others as unknown as CheckInOutcome[]) {
      expect(contrastOf(lookOf(outcome).tone, colours)).toBeGreaterThanOrEqual(7)
    }
  })
})

test('let in by the server, let in by this phone alone, redeemed, used, of another day and refused differ in colour', () => {
  const shown = (['in', 'alone', 'before', 'no', 'ask', 'redeemed', 'day'] as const).map(
    (tone) => TONES[tone],
  )
  expect(new Set(shown).size).toBe(7)
})
