import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import {
  type Account,
  approvedPayout,
  givePayoutAccount,
  soldEvent,
} from '../../../test/payouts.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, readRefund, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let admin: Account
beforeAll(async () => {
  world = playRefunds(stage)
  admin = await buildAccount(stage, 'admin')
})

/** Starts a refund or a payout that M-Pesa refuses, and returns its id. */
const START = {
  refund: async () => {
    const order = await bought({ stage, world }, await buildEvent(stage.db))
    await refundOrder(stage, order.orderId)
    return (await readRefund(stage, order)).id
  },
  payout: async () => {
    const owner = await buildAccount(stage)
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 600 })
    const part = stage.db.selectFrom('payout_part').select('id').where('payout_id', '=', payoutId)
    return (await part.executeTakeFirstOrThrow()).id
  },
} as const

test.each([
  ['refund', 'turned_down', false],
  ['refund', 'refused', true],
  ['payout', 'turned_down', false],
  ['payout', 'refused', true],
] as const)(
  'a %s that M-Pesa has %s ends its attempt as refused; finally: %s',
  async (purpose, fault, is_final) => {
    world.faults[purpose === 'refund' ? 'reversal' : 'b2c'] = [fault]
    const id = await START[purpose]()
    await stage.runJobs()
    await world.deliver()
    const [first] = await stage.db
      .selectFrom('outgoing_attempt')
      .select(['purpose', 'state', 'is_final'])
      .where('subject_id', '=', id)
      .where('kind', 'in', ['reversal', 'b2c'])
      .orderBy('created_at')
      .execute()
    expect(first).toEqual({ purpose, state: 'refused', is_final })
  },
)
