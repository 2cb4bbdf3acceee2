import { expect } from 'vitest'
import { signBearer } from '../src/accounts/tokens.ts'
import { newId } from '../src/platform/ids.ts'
import { normalisePhone } from '../src/platform/values/phone.rules.ts'
import type { buildAccount } from './accounts.ts'
import { buildEvent } from './build.ts'
import { callApi } from './http.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import type { Stage } from './stage.ts'

export type Account = Awaited<ReturnType<typeof buildAccount>>

/**
 * The creation time of the last account. Each account is a second younger than the account before,
 * because only an organizer's newest account is paid.
 */
let madeAt = Date.parse('2026-01-01')

/** Inserts a payout account that can be paid to. */
export async function givePayoutAccount(
  stage: Stage,
  { id }: Pick<Account, 'id'>,
  account: { kind?: string; number?: string; account_number?: string; bank?: string } = {},
): Promise<void> {
  madeAt += 1000
  const times = { created_at: new Date(madeAt), usable_at: new Date(madeAt) }
  await stage.db
    .insertInto('payout_account')
    .values({
      ...{ id: newId(), account_id: id, kind: 'mpesa', number: '254712345678' },
      ...{ account_number: '', bank: '', ...account, ...times },
    })
    .execute()
}

/** Sets the organizer's payout account over HTTP, with the code from the SMS if one is needed. */
export async function setPayoutNumber(
  stage: Stage,
  owner: Pick<Account, 'headers'>,
  { kind, number, ...more }: { kind: string; number?: string },
) {
  const code = kind === 'mpesa' ? await readPayoutCode(stage, owner, number ?? '') : undefined
  const payload = { kind, number, ...more, ...(code && { code }) }
  return await callFor(stage, owner, 'POST /api/payout_accounts', payload)
}

/** Requests a code for an M-PESA number. Returns undefined if no code was sent. */
export async function readPayoutCode(
  stage: Stage,
  owner: Pick<Account, 'headers'>,
  number: string,
): Promise<string | undefined> {
  const asked = await callFor(stage, owner, 'POST /api/payout_accounts/code', { number })
  if (!asked.body.is_sent) return undefined
  await stage.runJobs()
  const text = stage.textsTo(normalisePhone(number)!).at(-1)
  return /^(\d{6}) is the code to get payouts/.exec(text ?? '')![1]!
}

/**
 * Builds an event of the organizer and sells one ticket, for KES 1,000 or `price`. No money of the
 * event is paid out yet.
 */
export async function soldEvent(stage: Stage, owner: Account, price = 1000) {
  const event = await buildEvent(stage.db, { types: [{ price }] })
  const organizer_id = owner.id
  await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', event.id).execute()
  const { orderId } = await sellTicket(stage, event)
  return { ...event, orderId }
}

export async function sellTicket(stage: Stage, event: Awaited<ReturnType<typeof buildEvent>>) {
  const order = await prompted(stage, event)
  await pay(stage, order, newReceipt())
  return order
}

/** Makes an API call, such as 'POST /api/payouts', as this account. */
export async function callFor(
  stage: Stage,
  { headers }: Pick<Account, 'headers'>,
  call: string,
  payload?: object,
) {
  const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT', string]
  return await callApi(stage, { method, url, headers, ...(payload && { payload }) })
}

/** The organizer requests a payout and the admin approves it. Returns the payout's id. */
export async function approvedPayout(
  stage: Stage,
  {
    owner,
    admin,
    eventId,
    amount,
  }: { owner: Account; admin: Account; eventId: string; amount: number },
): Promise<string> {
  const asked = await callFor(stage, owner, 'POST /api/payouts', { event_id: eventId, amount })
  expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 201 })
  const approved = await callFor(stage, admin, `POST /api/payouts/${asked.body.id}/approve`)
  expect(approved, JSON.stringify(approved.body)).toMatchObject({ status: 200 })
  return asked.body.id
}

/** Returns the account with a new bearer. The old bearer has expired if the clock was moved. */
export async function freshSession(stage: Stage, account: Account): Promise<Account> {
  const token = await signBearer(stage, { id: account.sessionId, accountId: account.id })
  return { ...account, headers: { authorization: `Bearer ${token}` } }
}
