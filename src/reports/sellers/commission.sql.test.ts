import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'
import { commissionCents } from './commission.sql.ts'

const stage = keepStage()

type Line = {
  quantity: number
  amount_cents: number
  fee_cents: number
  basis_points: number
  per_ticket_cents: number
  status: string
  back_quantity: number
  back_cents: number
  back_fee_cents: number
}

/** The commission on each line, as the SQL of the seller reports computes it. */
async function commissions(lines: readonly Line[]): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select ${commissionCents}::bigint as cents
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as p(at int, quantity int,
        amount_cents bigint, fee_cents bigint, status text, back_quantity int, back_cents bigint,
        back_fee_cents bigint, basis_points int, per_ticket_cents int)
      cross join lateral (select p.quantity, null::uuid as ticket_type_id) l
      cross join lateral (select p.basis_points, p.per_ticket_cents) c
    order by p.at`.execute(stage.db)
  return rows.map(({ cents }) => cents)
}

const line = (changes: Partial<Line>): Line => ({
  ...{ quantity: 2, amount_cents: 2000_00, fee_cents: 0, basis_points: 0, per_ticket_cents: 0 },
  ...{ status: 'paid', back_quantity: 0, back_cents: 0, back_fee_cents: 0 },
  ...changes,
})

const half = { back_quantity: 1, back_cents: 1000_00 }

// spec: seller-commission
test.each<[string, Partial<Line>, number]>([
  ['7.25 % of two tickets', { basis_points: 725 }, 145_00],
  ['the fee is inside the price', { basis_points: 725, fee_cents: 120_00 }, 136_30],
  ['the fee is on top', { basis_points: 725, amount_cents: 2120_00, fee_cents: 120_00 }, 145_00],
  ['a fraction of a cent is dropped', { basis_points: 333, amount_cents: 939_05 }, 31_27],
  ['the smallest percentage of one shilling', { basis_points: 1, amount_cents: 100 }, 0],
  ['all of it', { basis_points: 10_000, fee_cents: 120_00 }, 1880_00],
  [
    'one of two tickets was refunded, with its fee',
    { basis_points: 725, fee_cents: 120_00, ...half, back_fee_cents: 60_00 },
    68_15,
  ],
  [
    'one of two tickets was refunded, and its fee stays with us',
    { basis_points: 725, fee_cents: 120_00, ...half },
    63_80,
  ],
  ['the line is to be refunded', { basis_points: 725, status: 'refund_due' }, 0],
  ['the line was refunded', { basis_points: 725, status: 'refunded' }, 0],
  ['50 shillings for each of two tickets', { per_ticket_cents: 50_00 }, 100_00],
  ['50 shillings, one of two refunded', { per_ticket_cents: 50_00, ...half }, 50_00],
  ['50 shillings, refunded', { per_ticket_cents: 50_00, status: 'refunded' }, 0],
  [
    '2,000 shillings for a ticket of 1,000: at most what the organizer receives',
    { per_ticket_cents: 2000_00, fee_cents: 120_00 },
    1880_00,
  ],
  ['free tickets', { per_ticket_cents: 50_00, amount_cents: 0 }, 0],
  ["the seller's own purchase", {}, 0],
])('the commission is right if %s: %o', async (_, changes, cents) => {
  expect(await commissions([line(changes)])).toEqual([cents])
})

const anyLine = fc
  .record({
    quantity: fc.integer({ min: 1, max: 20 }),
    price: fc.integer({ min: 0, max: 50_000_00 }),
    fee: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 20 }),
    isPercent: fc.boolean(),
    basis_points: fc.integer({ min: 0, max: 10_000 }),
    per_ticket_cents: fc.integer({ min: 0, max: 60_000_00 }),
    status: fc.constantFrom('paid', 'paid', 'paid', 'refund_due', 'refunded'),
  })
  .map(({ quantity, price, fee, back, isPercent, basis_points, per_ticket_cents, status }) => {
    const amount_cents = price * quantity
    const fee_cents = Math.floor((amount_cents * fee) / 100)
    const back_quantity = Math.min(back, quantity - 1)
    const share = (cents: number) => Math.floor((cents * back_quantity) / quantity)
    return {
      ...{ quantity, amount_cents, fee_cents, status, back_quantity },
      basis_points: isPercent ? basis_points : 0,
      per_ticket_cents: isPercent ? 0 : per_ticket_cents,
      back_cents: share(amount_cents),
      back_fee_cents: share(fee_cents),
    }
  })

/** Computes the commission by the specification's formula, in integers of any size. */
function expected(one: Line): number {
  if (one.status !== 'paid') return 0
  const paid = one.amount_cents - one.back_cents
  const received = paid - (one.fee_cents - one.back_fee_cents)
  if (one.basis_points > 0) return Number((BigInt(received) * BigInt(one.basis_points)) / 10_000n)
  return Math.min(received, (one.quantity - one.back_quantity) * one.per_ticket_cents)
}

test('the commission is never below zero or above what the organizer receives', async () => {
  const lines = fc.sample(anyLine, { numRuns: 2000, seed: 20_261_129 })
  const found = await commissions(lines.map((one, at) => ({ ...one, at })))
  expect(found).toEqual(lines.map(expected))
  for (const [at, cents] of found.entries()) {
    const { amount_cents, fee_cents } = lines[at]!
    expect(cents).toBeGreaterThanOrEqual(0)
    expect(cents).toBeLessThanOrEqual(amount_cents - fee_cents)
  }
})
