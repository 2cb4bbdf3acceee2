import { randomUUID } from 'node:crypto'
import { post } from '../../src/ledger/entries.ts'
import { inTransaction } from '../../src/platform/database/db.ts'
import { buildEvent } from '../build.ts'
import type { Shop } from './shop.ts'

/** Builds an event whose organizer requests KES 6,400 of a balance of KES 8,000. */
export async function requestedPayout(
  { db }: Shop,
  date?: string,
): Promise<{ eventId: string; title: string; organizerId: string; email: string }> {
  const [organizerId, payoutAccountId] = [randomUUID(), randomUUID()]
  const title = `Derby ${randomUUID().slice(0, 8)}`
  const email = `${organizerId.slice(0, 8)}@club.example`
  await db
    .insertInto('account')
    .values({
      id: organizerId,
      ...{ email, full_name: 'Asha Otieno', password_hash: '', created_at: new Date('2026-03-12') },
    })
    .execute()
  const set = new Date('2026-10-01')
  await db
    .insertInto('payout_account')
    .values({
      ...{ id: payoutAccountId, account_id: organizerId, kind: 'bank', number: '0123456789' },
      ...{ account_number: '', bank: 'Equity', created_at: set, usable_at: set },
    })
    .execute()
  const { id } = await buildEvent(db, { title, organizerId, ...(date && { date }) })
  const lines = [
    { account: 'organizer', eventId: id, amountCents: -8000_00 },
    { account: 'suspense', amountCents: 8000_00 },
  ] as const
  await inTransaction(db, (tx) =>
    post(tx, { movement: `sale:${id}`, kind: 'sale', at: new Date(), lines: [...lines] }),
  )
  const payoutId = randomUUID()
  const asked = { asked_by: organizerId, asked_at: new Date() }
  await db
    .insertInto('request')
    .values({
      kind: 'payout',
      subject_id: payoutId,
      proposal: 'null',
      reason: '',
      state: 'sent',
      ...asked,
    })
    .execute()
  await db
    .insertInto('payout')
    .values({
      ...{ id: payoutId, event_id: id, payout_account_id: payoutAccountId, state: 'asked' },
      ...{ amount_cents: 6400_00, ...asked },
    })
    .execute()
  return { eventId: id, title, organizerId, email }
}
