// spec: payout-account-first
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { buildEvent } from '../../test/build.ts'
import { openDoor } from '../../test/door.ts'
import { sellFree } from '../../test/free.ts'
import { keepGate } from '../../test/gate.ts'
import {
  type Account,
  callFor,
  readPayoutCode,
  sellTicket,
  setPayoutNumber,
  soldEvent,
} from '../../test/payouts.ts'
import type { Stage } from '../../test/stage.ts'

const gate = keepGate({}, { LIMIT_PUSH_PER_PHONE: '1000' })
let stage: Stage
beforeAll(() => {
  stage = gate.stage
})

const TILL = { kind: 'till', number: '543210' }
const HOUR_MS = 3600_000

const set = (owner: Account, account: { kind: string; number: string } = TILL) =>
  setPayoutNumber(stage, owner, account)

const read = async (owner: Account) =>
  (await callFor(stage, owner, 'GET /api/payout_accounts')).body

/** Builds an event of the organizer with a type of this price; a type of price 0 is free. */
const buildOwn = ({ id: organizerId }: Account, price: number) =>
  buildEvent(stage.db, { organizerId, types: [{ price, isFree: price === 0 }] })

/** Sets the organizer's first account. Expects that the account waits 48 hours if `waits`. */
async function expectFirst(owner: Account, { waits }: { waits: boolean }): Promise<void> {
  expect(await read(owner)).toMatchObject({ account: null, new_account_waits: waits })
  const { status, body } = await set(owner)
  expect({ status, body }).toMatchObject({ status: 201, body: { is_usable: !waits } })
  const waitMs = Date.parse(body.usable_at) - Date.parse(body.created_at)
  expect(waitMs).toBe(waits ? 48 * HOUR_MS : 0)
  expect(await read(owner)).toMatchObject({ account: body, new_account_waits: true })
}

describe('a first payout account', () => {
  test('that is set before the first paid order can be paid at once, and the email says added', async () => {
    const owner = await buildAccount(stage)
    await buildOwn(owner, 1000)
    await expectFirst(owner, { waits: false })
    await stage.runJobs()
    const mails = stage.mails.filter(({ to }) => to === owner.email)
    expect(mails).toMatchObject([
      {
        subject: 'Your payout account was added',
        text: expect.stringContaining('Your payouts go to a till ending in 210 from now on.'),
      },
    ])
  })

  test('stays usable after the first sale', async () => {
    const owner = await buildAccount(stage)
    await set(owner)
    const { id: event_id } = await soldEvent(stage, owner)
    expect((await read(owner)).account).toMatchObject({ is_usable: true })
    const asked = await callFor(stage, owner, 'POST /api/payouts', { event_id, amount: 100 })
    expect(asked.status).toBe(201)
  })

  test('waits if any event of the organizer has a paid order', async () => {
    const owner = await buildAccount(stage)
    await soldEvent(stage, owner)
    await buildOwn(owner, 1000)
    await expectFirst(owner, { waits: true })
  })

  test('waits if the only paid order was refunded', async () => {
    const owner = await buildAccount(stage)
    const { orderId } = await soldEvent(stage, owner)
    const admin = await buildAccount(stage, 'admin')
    const payload = { order_id: orderId, reason: 'other', words: 'Asked for it' }
    const refund = await callFor(stage, admin, 'POST /api/refunds', payload)
    expect(refund.status, JSON.stringify(refund.body)).toBe(201)
    await stage.runJobs()
    await expectFirst(owner, { waits: true })
  })

  test('waits if a ticket was sold for cash at the door', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    expect((await door.sell(door.sale())).status).toBe(200)
    await expectFirst(gate.organizer, { waits: true })
  })

  test('is not delayed by free orders, nor by another organizer’s sales', async () => {
    const owner = await buildAccount(stage)
    await sellFree(stage, await buildOwn(owner, 0))
    await soldEvent(stage, await buildAccount(stage))
    await expectFirst(owner, { waits: false })
  })

  test('is the only one without a wait: a second one is a change, even before a sale', async () => {
    const owner = await buildAccount(stage)
    const sets = [TILL, { kind: 'till', number: '543211' }].map((till) => set(owner, till))
    const answers = await Promise.all(sets)
    expect(answers.map(({ body }) => body.is_usable).sort()).toEqual([false, true])
    await stage.runJobs()
    const subjects = stage.mails.filter(({ to }) => to === owner.email).map((one) => one.subject)
    expect(subjects.sort()).toEqual([
      'Your payout account was added',
      'Your payout account was changed',
    ])
  })

  test('does not shorten the wait of a change after the first sale', async () => {
    const owner = await buildAccount(stage)
    await set(owner)
    await sellTicket(stage, await buildOwn(owner, 1000))
    const changed = await set(owner, { kind: 'till', number: '543211' })
    expect(changed.body).toMatchObject({ is_usable: false })
  })
})

// spec: payout-number-code
describe('a new M-PESA number', () => {
  const account = (number: string, code?: string) => ({ kind: 'mpesa', number, code })
  const post = (owner: Account, payload: object) =>
    callFor(stage, owner, 'POST /api/payout_accounts', payload)

  test('counts only with the code that was sent to it', async () => {
    const owner = await buildAccount(stage)
    expect(await post(owner, account('0712345621'))).toMatchObject({
      status: 422,
      body: { field: 'code', error: 'Enter the code from the SMS to this number.' },
    })
    const code = (await readPayoutCode(stage, owner, '0712345621'))!
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await post(owner, account('0712345621', wrong))).toMatchObject({
      status: 422,
      body: { field: 'code' },
    })
    expect((await read(owner)).account).toBeNull()
    expect((await post(owner, account('0712345621', ` ${code} `))).status).toBe(201)
  })

  test('does not count with the code of another number or another organizer', async () => {
    const [owner, other] = [await buildAccount(stage), await buildAccount(stage)]
    const code = await readPayoutCode(stage, owner, '0712345622')
    for (const [who, number] of [
      [owner, '0712345623'],
      [other, '0712345622'],
    ] as const) {
      const refused = await post(who, account(number, code))
      expect(refused).toMatchObject({ status: 422, body: { field: 'code' } })
    }
  })

  test('needs no second code once the organizer has had it, and a till needs none', async () => {
    const owner = await buildAccount(stage)
    await set(owner, { kind: 'mpesa', number: '0712345624' })
    expect((await post(owner, TILL)).status).toBe(201)
    expect(await readPayoutCode(stage, owner, '0712 345 624')).toBeUndefined()
    expect((await post(owner, account('0712345624'))).status).toBe(201)
  })

  test('of another network or with a missing digit gets no code', async () => {
    const owner = await buildAccount(stage)
    for (const number of ['0733123456', '071234562', '']) {
      const asked = await callFor(stage, owner, 'POST /api/payout_accounts/code', { number })
      expect(asked).toMatchObject({ status: 422, body: { field: 'number' } })
    }
  })

  test('is one of at most ten that an organizer may have codes sent to in a day', async () => {
    const owner = await buildAccount(stage)
    const ask = (last: number) =>
      callFor(stage, owner, 'POST /api/payout_accounts/code', { number: `07123457${last}` })
    for (let i = 10; i < 20; i++) expect((await ask(i)).status).toBe(200)
    expect((await ask(20)).status).toBe(429)
  })
})
