import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { type UnansweredPrompts, unanswered } from './prompt-limits.sql.ts'

/** Whether money for the order came in or was reported, and M-Pesa's list does not show it yet. */
export async function isMoneyAwaited(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select ${moneyAwaited(orderId)} as awaited`.execute(tx)
  return rows[0]!.awaited
}

const moneyAwaited = (orderId: string) => sql<boolean>`(
  exists (
    select from payment where order_id = ${orderId}
      and (use = 'suspense' or (is_unverified and state <> 'confirmed'))
  ) or exists (
    select from unmatched_receipt where order_id = ${orderId} and is_unverified and state = 'open'
  ))`

export type PromptBlockers = {
  isMoneyAwaited: boolean
  /** Whether the phone has an open prompt. M-Pesa would refuse a second prompt. */
  isPrompted: boolean
  unanswered: UnansweredPrompts
}

/** A payment that is, or will be, in the queue. `address` requested the prompt. */
export type QueuedPrompt = {
  id: string
  order_id: string
  phone: string
  address: string
  created_at: Date
}

/** Reads all blockers in one statement. Prompts after `since` count as unanswered. */
export async function selectPromptBlockers(
  tx: Tx,
  { id, order_id, phone, address, created_at }: QueuedPrompt,
  since: Date,
): Promise<PromptBlockers> {
  const ahead = sql<boolean>`(p.created_at, p.id) < (${created_at}::timestamptz, ${id}::uuid)`
  const of = { address: sql`${address}`, ahead }
  const ofPhone = unanswered({ phone: sql`${phone}`, since }, of)
  const { rows } = await sql<PromptBlockers>`
    select ${moneyAwaited(order_id)} as "isMoneyAwaited", exists (
        select from payment where phone = ${phone} and state = any(${['prompting', 'prompted']})
      ) as "isPrompted", to_jsonb(counted) as unanswered
    from (${ofPhone}) counted`.execute(tx)
  return rows[0]!
}
