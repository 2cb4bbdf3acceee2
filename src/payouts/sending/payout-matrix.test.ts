// spec: payout-matrix
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type Account, givePayoutAccount, soldEvent } from '../../../test/payouts.ts'
import {
  faultsOf,
  playRefunds,
  type RefundFault,
  type RefundRequest,
  type RefundWorld,
} from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { approve } from '../../requests/requests.ts'
import { payoutRequests } from '../payout-requests.ts'
import { readAvailable, requestPayout } from '../payouts.ts'

// Tests every fault of every request that pays a payout or queries M-Pesa about it. In the end the
// organizer is paid once, or the money is in the balance again, or the payout needs manual review.

const stage = keepStage({ BUDGET_TASKS: '1000' })
let world: RefundWorld
let admin: Account
beforeAll(async () => {
  world = playRefunds(stage)
  admin = await buildAccount(stage, 'admin')
})

const AMOUNT = 10_00

type Way = 'b2c' | 'b2b'
type Plan = Partial<Record<RefundRequest['kind'], RefundFault[]>>

const WAYS: Way[] = ['b2c', 'b2b']
const CELLS = WAYS.flatMap((way) =>
  ([way, 'status', 'confirm'] as const).flatMap((group) =>
    faultsOf(group).map((fault) => ({ way, group, ...fault })),
  ),
)

/**
 * M-Pesa is queried only about a payment without a result. So to test queries, the result of the
 * payment is lost.
 */
const planOf = ({ way, group, fault }: (typeof CELLS)[number]): Plan =>
  group === 'status' ? { [way]: ['lost'], status: [fault] } : { [group]: [fault] }

/**
 * The payee of a request. Payments contain the account. Queries contain Lango's id or M-Pesa's id
 * of the payment.
 */
function subjectOf({ phone, shortCode, originatorConversationId }: RefundRequest) {
  if (phone ?? shortCode) return phone ?? shortCode
  const paid = world
    .calls('b2c')
    .find((one) => one.originatorConversationId === originatorConversationId)
  const moved = world.moved.find(({ originator }) => originator === originatorConversationId)
  return paid?.phone ?? moved?.shortCode
}

/** Approves a payout to an organizer with this account. Only an organizer's newest account is paid. */
async function approved(account: { kind: string; number: string }) {
  const owner = await buildAccount(stage)
  const { id: eventId } = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner, account)
  const request = { eventId, amountCents: AMOUNT }
  const payoutId = await requestPayout(stage.deps, owner.viewer, request)
  await approve(stage.deps, payoutRequests, admin.viewer, { id: payoutId, approval: {} })
  return { payoutId, event: { id: eventId, organizer_id: owner.id } }
}

/** The expected final state of a cell of the matrix, and the amount that reached the organizer. */
function wantedOf({ way, group, fault }: (typeof CELLS)[number]): [string, number] {
  if (group !== way) return ['done', AMOUNT]
  if (fault === 'refused' || fault === 'turned_down') return ['given_back', 0]
  // B2B payments have no id of Lango, so without a response Lango cannot query or repeat them.
  if (way === 'b2b' && fault === 'taken') return ['manual', AMOUNT]
  if (way === 'b2b' && fault === 'not_taken') return ['manual', 0]
  return ['done', AMOUNT]
}

test('each fault of each request pays a payout once, gives it back, or calls a person', async () => {
  const plans = new Map<string, Plan>()
  world.faultOf = (request) =>
    plans.get(subjectOf(request) ?? '')?.[request.kind]?.shift() ?? 'none'
  const cells = []
  for (const [at, cell] of CELLS.entries()) {
    const isPhone = cell.way === 'b2c'
    const number = isPhone ? `2547100${10_000 + at}` : String(500_000 + at)
    plans.set(number, planOf(cell))
    const paid = await approved({ kind: isPhone ? 'mpesa' : 'till', number })
    cells.push({ ...cell, number, ...paid, name: `${cell.way}, ${cell.group}: ${cell.name}` })
  }
  await stage.runJobs()
  await world.deliver()
  await world.settle(8)
  await world.deliverLate()
  await world.settle(2)
  const left = cells.flatMap(({ number, name }) =>
    Object.values(plans.get(number)!).flat().length > 0 ? [name] : [],
  )
  expect(left).toEqual([])
  const parts = await stage.db.selectFrom('payout_part').select(['payout_id', 'state']).execute()
  const stateOf = new Map(parts.map(({ payout_id, state }) => [payout_id, state]))
  const movedTo = (number: string) =>
    world.moved
      .filter(({ phone, shortCode }) => [phone, shortCode].includes(number))
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const ends = cells.map(({ name, payoutId, number }) => [
    name,
    stateOf.get(payoutId),
    movedTo(number),
  ])
  expect(ends).toEqual(cells.map((cell) => [cell.name, ...wantedOf(cell)]))
  for (const { name, event, ...cell } of cells) {
    const isBack = wantedOf({ ...cell, name })[0] === 'given_back'
    const { owedCents } = await readAvailable(stage.db, event, stage.clock.now())
    expect([name, owedCents]).toEqual([name, 1000_00 - (isBack ? 0 : AMOUNT)])
  }
  expect(await readBookDifferences(stage.db)).toEqual([])
}, 300_000)
