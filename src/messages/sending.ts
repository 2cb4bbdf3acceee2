import { batchByDatabase } from '../platform/database/batch.ts'
import { atEnd, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { lockClaims } from '../platform/jobs/jobs.sql.ts'
import { type JobOutcome, queueJob, type RunningJob } from '../platform/jobs/jobs.ts'
import { blockSlots } from '../platform/limits/limits.sql.ts'
import type { SmsAnswer } from './africas-talking/send-sms.ts'
import { BACKOFF_MAX_MS, messageTimes } from './declarations.ts'
import { isOptOut } from './delivery.rules.ts'
import { emailQueued, messageQueued } from './jobs.ts'
import {
  finishSending,
  noteOptOut,
  type SendingEnd,
  startInTurn,
  startSending,
} from './messages.sql.ts'
import type { EmailAnswer } from './smtp/send-email.ts'

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'timeScale'>
export type Answered = {
  channel: 'sms' | 'email'
  message: { id: string; recipient: string; attempts: number }
  answer: SmsAnswer | EmailAnswer
  job: RunningJob
}
type ToRecord = { deps: RecordDeps; answered: Answered; outcome: JobOutcome }

const record = batchByDatabase<ToRecord, JobOutcome>(recordAll)

/**
 * Records what was answered for a message, with all of its channel that are there together, and ends
 * its job there, unless it is to run again.
 */
export async function recordAnswer(deps: RecordDeps, answered: Answered): Promise<JobOutcome> {
  return await record(deps.db, answered.channel, {
    deps,
    answered,
    outcome: outcomeOf(deps, answered),
  })
}

async function recordAll(all: ToRecord[]): Promise<JobOutcome[]> {
  const { db, clock, timeScale } = all[0]!.deps
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const ends = all.map(({ answered }) => endOf(answered))
    const done = all.flatMap(({ answered, outcome }) => (outcome ? [] : [answered.job]))
    const claims = done.map(({ claim }) => claim)
    await finishSending(tx, ends, now, claims)
    for (const { noteEnd } of done) atEnd(noteEnd)
    await keepJobs(tx, all)
    for (const { answered } of all) await noteRefusal(tx, answered, now)
    if (all.some(({ answered }) => isTooMany(answered.answer))) {
      const { smsTooManyMs } = messageTimes(timeScale)
      await blockSlots(tx, SMS_TURN, new Date(now.getTime() + smsTooManyMs))
    }
  })
  return all.map(({ outcome }) => outcome)
}

/**
 * What is to be sent again needs its job. Where a lease ran out while the provider was asked, whoever
 * took the job found the message as being sent, and ended it: then it is queued anew.
 */
async function keepJobs(tx: Tx, all: ToRecord[]): Promise<void> {
  const again = all.filter(({ outcome }) => outcome)
  if (again.length === 0) return
  const held = await lockClaims(
    tx,
    again.map(({ answered }) => answered.job.claim),
  )
  for (const { answered, outcome } of again) {
    if (held.has(answered.job.claim.id)) continue
    const kind = answered.channel === 'sms' ? messageQueued : emailQueued
    await queueJob(tx, kind, { messageId: answered.message.id }, outcome!.againInMs)
  }
}

async function noteRefusal(tx: Tx, { message, answer }: Answered, now: Date): Promise<void> {
  if (answer.kind !== 'refused' || !isOptOut(answer.reason)) return
  await noteOptOut(tx, message.recipient, now)
}

function endOf({ message: { id, attempts }, answer }: Answered): SendingEnd {
  switch (answer.kind) {
    case 'accepted':
      if ('response' in answer) return { id, state: 'sent', provider_status: answer.response }
      return {
        id,
        state: 'sent',
        provider_message_id: answer.messageId,
        provider_status: answer.status,
      }
    case 'refused':
      return { id, state: 'failed', last_error: answer.reason }
    case 'doubtful':
      return { id, state: 'doubtful', last_error: answer.reason }
    case 'once_more':
      return {
        id,
        state: 'queued',
        attempts,
        last_error: answer.reason,
        provider_status: answer.reason,
      }
    case 'later':
      return { id, state: 'queued', attempts, last_error: answer.reason }
  }
}

const isTooMany = (answer: SmsAnswer | EmailAnswer) => 'tooMany' in answer

// Until somebody has seen to our account, asking often changes nothing.
const ALERT_BACKOFF_MAX_MS = 60 * 60_000

function outcomeOf({ timeScale }: RecordDeps, { message, answer }: Answered): JobOutcome {
  const times = messageTimes(timeScale)
  if (answer.kind === 'once_more') return { againInMs: times.smsOnceMoreMs }
  if (answer.kind !== 'later') return
  // It did nothing wrong: it waits where it stands, and so do all behind it.
  if (isTooMany(answer)) return { againInMs: times.smsTooManyMs, keepsSlot: true }
  const backoff = 1000 * 2 ** Math.min(message.attempts - 1, 12)
  return { againInMs: Math.min(backoff, answer.alert ? ALERT_BACKOFF_MAX_MS : BACKOFF_MAX_MS) }
}

type ClaimDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type ToClaim = { deps: ClaimDeps; channel: 'sms' | 'email'; id: string }
export type Claimed = Awaited<ReturnType<typeof startSending>>[number]

const claim = batchByDatabase<ToClaim, Claimed | 'not yet' | null>(claimAll)

/**
 * Marks a message as being sent, with all of its channel that are there together; committed once it
 * answers. Null for one that is not queued, for it may have left, and for one that is too late; 'not
 * yet' where the gateway was given as many as it takes.
 */
export async function claimMessage(
  deps: ClaimDeps,
  channel: 'sms' | 'email',
  id: string,
): Promise<Claimed | 'not yet' | null> {
  return await claim(deps.db, channel, { deps, channel, id })
}

/** Of the same one twice the first has it. */
async function claimAll(all: ToClaim[]): Promise<(Claimed | 'not yet' | null)[]> {
  const { started, waiting } = await start(all[0]!, [...new Set(all.map(({ id }) => id))])
  const left = new Map<string, Claimed | 'not yet'>()
  for (const id of waiting) left.set(id, 'not yet')
  for (const message of started) if (message.state === 'sending') left.set(message.id, message)
  return all.map(({ id }) => {
    const message = left.get(id) ?? null
    left.delete(id)
    return message
  })
}

async function start({ deps: { db, env, clock }, channel }: ToClaim, ids: string[]) {
  const perSecond = channel === 'sms' ? env.sms.perSecond : 0
  const now = clock.now()
  if (perSecond > 0) return await startInTurn(db, ids, { name: SMS_TURN, perSecond, now })
  return { started: await startSending(db, ids, now), waiting: [] }
}

/** Whose turns all processes take together. */
export const SMS_TURN = 'sms'

/** So that each look finds several that may go, and few are looked at in vain. */
const LOOK_MS = 250

/** After so long somebody may go again, where so many a second may. */
export function msToNextTurn(perSecond: number): number {
  return Math.max(LOOK_MS, Math.ceil(1000 / perSecond))
}
