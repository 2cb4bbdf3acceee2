import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CheckInReply } from '../../src/checkin/checkin.contract.ts'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { buildAccount } from '../accounts.ts'
import { askGate, untilAnswered } from './clients.ts'
import type { Facts } from './facts.ts'
import type { Shop } from './processes.ts'
import { groupBy } from './rows.ts'
import { waitFor } from './wait-for.ts'

const STEWARDS = 2
/**
 * The number of check-ins that each steward requests per ticket, for one person each: more than any
 * ticket in the tests admits.
 */
const ASKS = 4

export type Admission = { nonce: string; number: string; reply: CheckInReply }

type Stewards = { told: Admission[]; stop(): Promise<void> }

/** Makes an account that may check people in, and returns its headers. */
export async function buildSteward({ db }: Shop): Promise<Record<string, string>> {
  return (await buildAccount({ db, env: readEnv({}), clock: systemClock }, 'admin')).headers
}

/**
 * Starts stewards at two gates. Every ticket is shown to both stewards, for one person at a time
 * and more often than the ticket admits people. If the shop does not respond, a steward repeats the
 * request with the same nonce.
 */
export async function startStewards(shop: Shop, tickets: readonly string[]): Promise<Stewards> {
  const told: Admission[] = []
  const headers = await buildSteward(shop)
  let stopped = false
  const admit = async (number: string) => {
    const nonce = randomUUID()
    const ask = () => askGate(shop, headers, { number, nonce })
    const { status, body } = await untilAnswered('the gate is answered', ask)
    expect(status, JSON.stringify(body)).toBe(200)
    told.push({ nonce, number, reply: body })
  }
  const work = Array.from({ length: STEWARDS }, async () => {
    for (let next = 0; ; next++) {
      await waitFor('somebody comes', () => stopped || tickets.length > next, 300_000)
      if (stopped) return
      for (let ask = 0; ask < ASKS; ask++) await admit(tickets[next]!)
    }
  })
  // `stop` throws a steward's error. These handlers keep the error from ending the process before
  // `stop` is called.
  for (const one of work) one.catch(() => {})
  return {
    told,
    stop: async () => {
      stopped = true
      await Promise.all(work)
    },
  }
}

/**
 * Checks that every decision is stored once, as it was returned. A ticket that was shown at least
 * ASKS times must have admitted all its people.
 */
export function checkAdmitted(told: Admission[], { checkIns, tickets }: Facts): string[] {
  const byNonce = groupBy(checkIns, (row) => row.nonce)
  const torn = told.filter(({ nonce, reply }) => {
    const [row, ...more] = byNonce.get(nonce) ?? []
    const { id, result, admits, left } = reply
    const isSame = row?.id === id && row.result === result && row.admits === admits
    return more.length > 0 || !isSame || row.left_after !== left
  })
  const asked = groupBy(told, ({ number }) => number)
  const kept = tickets.filter(({ number, admits, admitted }) => {
    return (asked.get(number)?.length ?? 0) >= ASKS && admitted !== admits
  })
  return [
    ...torn.map(({ nonce, reply }) => `the answer '${reply.result}' to ${nonce} does not stand`),
    ...kept.map(({ number }) => `${number} has people outside, though they asked`),
  ]
}
