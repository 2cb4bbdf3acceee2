import type { DarajaResult } from '../../payments/mpesa/operation.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { backoffMs, isOpenCall } from '../../refunds/refund.rules.ts'
import { isSendingOn } from '../../refunds/sending/sending-switch.ts'
import { payoutTimes } from '../declarations.ts'
import { payPart } from '../jobs.ts'
import { isOnItsWay, stopOf } from '../payout.rules.ts'
import {
  changePartState,
  holdStopFacts,
  lockPart,
  type PartRow,
  setNextLook,
} from '../payout-parts.sql.ts'
import { giveBackPart, leaveToPerson } from '../settle-part.ts'
import { insertCall, type NewCall, recordCall, selectCalls } from './calls.sql.ts'
import { addressesOf, newCall, type SendDeps } from './calls.ts'

export const payPartJob = (deps: SendDeps) =>
  handleJob(payPart, async ({ partId }) => {
    const sending = await inTransaction(deps.db, (tx) => beginSending(deps, tx, partId))
    if (!sending) return
    const answer = await send(deps, sending)
    await inTransaction(deps.db, (tx) => recordAnswer(deps, tx, sending, answer))
  })

type Sending = { part: PartRow; call: NewCall }

const wayOf = ({ kind }: PartRow) => (kind === 'mpesa' ? 'b2c' : 'b2b')

/**
 * The state `sending` and the call are committed before the request, so that after a crash a sweep
 * finds both and treats the part as possibly paid.
 */
async function beginSending(deps: SendDeps, tx: Tx, partId: string): Promise<Sending | null> {
  const now = deps.clock.now()
  const times = payoutTimes(deps.timeScale)
  const after = (ms: number) => new Date(now.getTime() + ms)
  await holdStopFacts(tx, partId)
  const part = await lockPart(tx, partId)
  if (part?.state !== 'due') return null
  const calls = await selectCalls(tx, part.id)
  const isUnsent = calls.every(({ kind, state }) => kind === 'status' || state === 'refused')
  const stop = stopOf(part)
  if (stop === 'event_cancelled' || stop === 'account_replaced') {
    await endStopped(deps, tx, part, { stop, isUnsent, now })
    return null
  }
  if (part.payable_from !== null && part.payable_from > now) {
    await setNextLook(tx, part.id, part.payable_from)
    return null
  }
  if (stop !== null || !(await isSendingOn(tx))) {
    await setNextLook(tx, part.id, after(times.pausedMs))
    return null
  }
  const kind = wayOf(part)
  if (kind === 'b2b' && part.is_perhaps_paid && isUnsent) {
    // M-Pesa recognises a repeated B2C payment by its id. A B2B payment has no such id, so a person
    // must look.
    await leaveToPerson(tx, part, { code: 'perhaps_paid', now })
    return null
  }
  const call = newCall()
  const own = kind === 'b2c' && { originatorConversationId: part.originator_id }
  await insertCall(tx, { ...call, partId, kind, now, ...own })
  const change = { cause: kind, now, nextAt: after(times.sendingMaxMs), isTry: true }
  assert(await changePartState(tx, part.id, 'sending', change), 'a part under lock moved')
  return { part, call }
}

const STOP_REASONS = {
  event_cancelled: 'the event is cancelled',
  account_replaced: 'the payout account was changed',
}

/**
 * Ends a part that may not be sent any more. Its money is in the balance again, unless M-Pesa may
 * have paid it.
 */
async function endStopped(
  deps: SendDeps,
  tx: Tx,
  part: PartRow,
  { stop, isUnsent, now }: { stop: keyof typeof STOP_REASONS; isUnsent: boolean; now: Date },
): Promise<void> {
  if (!isUnsent || part.is_perhaps_paid) await leaveToPerson(tx, part, { code: stop, now })
  else await giveBackPart(deps, tx, part, { cause: stop, reason: STOP_REASONS[stop], now })
}

async function send(deps: SendDeps, { part, call }: Sending): Promise<DarajaResult> {
  const addresses = addressesOf(deps, call)
  const { amount_cents: amountCents, kind, number } = part
  const ours = part.payout_id.slice(-8).toUpperCase()
  const remarks = `Payout ${ours}-${part.position}`
  const paid = { ...addresses, amountCents, remarks }
  if (kind === 'mpesa') {
    const { originator_id: originatorConversationId } = part
    return await deps.daraja.payCustomer({
      ...{ ...paid, originatorConversationId, phone: number },
      occasion: remarks,
    })
  }
  assert(kind === 'till' || kind === 'paybill', 'M-Pesa pays no bank')
  const accountReference = kind === 'till' ? `${ours}P${part.position}` : part.account_number
  return await deps.daraja.payBusiness({
    ...{ ...paid, payee: kind, shortCode: number, accountReference },
  })
}

async function recordAnswer(
  deps: SendDeps,
  tx: Tx,
  { part: { id: partId }, call }: Sending,
  answer: DarajaResult,
): Promise<void> {
  const now = deps.clock.now()
  const times = payoutTimes(deps.timeScale)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const part = await lockPart(tx, partId)
  assert(part, 'a part is gone')
  const said = { now, answer: answer.raw }
  // A late response counts only for its own call. A sweep may have given up that call.
  const isOurs = isOnItsWay(part.state) && isOpenCall(await selectCalls(tx, partId), call.id)
  const isWaiting = isOurs && part.state === 'sending'
  switch (answer.kind) {
    case 'accepted': {
      const { originatorConversationId, conversationId } = answer
      const ids = { originatorConversationId, conversationId }
      await recordCall(tx, call.id, 'asked', { ...said, ...ids })
      const change = { cause: 'accepted', now, nextAt: after(times.resultMaxMs) }
      if (isWaiting) assert(await changePartState(tx, partId, 'sent', change), 'it moved')
      return
    }
    case 'later':
    case 'refused': {
      const code = answer.kind === 'later' ? 'later' : answer.code
      await recordCall(tx, call.id, 'refused', { ...said, resultCode: code })
      if (!isOurs) return
      if (BUSY.includes(code)) {
        const nextAt = after(backoffMs(part.tries, times.lookMs))
        const change = { cause: code, now, nextAt, failureCode: code }
        assert(await changePartState(tx, partId, 'due', change), 'it moved')
        return
      }
      deps.log.error({ part: partId, answer: answer.raw }, 'M-Pesa refused a payout')
      const reason = `M-PESA refused it (code ${code})`
      assert(await giveBackPart(deps, tx, part, { cause: code, reason, now }), 'it moved')
      return
    }
    case 'duplicate':
    case 'unknown': {
      await recordCall(tx, call.id, 'unknown', said)
      const change = { cause: answer.kind, now, nextAt: after(times.lookMs) }
      if (isWaiting) assert(await changePartState(tx, partId, 'unknown', change), 'it moved')
    }
  }
}

/**
 * Codes of requests that did not reach M-Pesa or came while M-Pesa was busy. Nothing is wrong with
 * the requests.
 */
const BUSY = ['later', 'unreachable', 'no_certificate']
