import type { OperationAnswer } from '../../payments/mpesa/operation.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { recordCall } from './calls.sql.ts'
import type { NewCall } from './refund-calls.ts'

/** A question moves no money: one that M-Pesa did not take is over, and is asked again in time. */
export async function recordQuestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: NewCall,
  { kind, raw }: OperationAnswer,
): Promise<void> {
  const isTaken = kind === 'accepted'
  const told = { now: clock.now(), answer: raw, ...(!isTaken && { resultCode: kind }) }
  await inTransaction(db, (tx) => recordCall(tx, id, isTaken ? 'asked' : 'done', told))
}
