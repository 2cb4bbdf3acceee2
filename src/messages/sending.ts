import { batchByDatabase } from '../platform/database/batch.ts'
import { atEnd, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { lockClaims } from '../platform/jobs/jobs.sql.ts'
import { type JobOutcome, queueJob, type RunningJob } from '../platform/jobs/jobs.ts'
import { blockSlots } from '../platform/limits/limits.sql.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { BACKOFF_MAX_MS, messageTimes } from './declarations.ts'
import { isOptOut } from './delivery.rules.ts'
import { type Channel, sendingJob } from './jobs.ts'
import {
  finishSending,
  insertOptOut,
  type SendingEnd,
  startSending,
  startWithinRate,
} from './messages.sql.ts'
import type { EmailResult } from './smtp/send-email.ts'

/** The name, in `rate_slot`, of the rate limit for SMS that all processes share. */
const SMS_SLOT = 'sms'

/** The shortest pause before the next try. At 20 SMS a second, the pause frees five slots. */
const SLOT_PAUSE_MS = 250

/** The pause before an SMS tries again to get a slot, in ms. */
export function msToNextSlot(perSecond: number): number {
  return Math.max(SLOT_PAUSE_MS, Math.ceil(1000 / perSecond))
}

/** Notices take only slots that have been free for this time. Ticket SMS take slots earlier. */
const noticeWaitMs = (perSecond: number) => 2 * msToNextSlot(perSecond)

type ClaimDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type Route = { channel: Channel; isNotice: boolean }
type ClaimTask = { deps: ClaimDeps; route: Route; id: string }
export type ClaimedMessage = Awaited<ReturnType<typeof startSending>>[number]

const claim = batchByDatabase<ClaimTask, ClaimedMessage | 'not yet' | null>(claimAll)

/**
 * Marks a message as being sent; concurrent calls for a route run in one batch. The mark is
 * committed when the call returns. Returns null if the message is no longer queued, because it may
 * have been sent, or if its time limit has passed. Returns 'not yet' if the rate limit is reached.
 */
export async function claimMessage(
  deps: ClaimDeps,
  route: Route,
  id: string,
): Promise<ClaimedMessage | 'not yet' | null> {
  return await claim(deps.db, `${route.channel}:${route.isNotice}`, { deps, route, id })
}

/** Claims a batch. If it contains a message twice, only the first claim gets the message. */
async function claimAll(all: ClaimTask[]): Promise<(ClaimedMessage | 'not yet' | null)[]> {
  const { started, waiting } = await start(all[0]!, [...new Set(all.map(({ id }) => id))])
  const claims = new Map<string, ClaimedMessage | 'not yet'>()
  for (const id of waiting) claims.set(id, 'not yet')
  for (const message of started) if (message.state === 'sending') claims.set(message.id, message)
  return all.map(({ id }) => {
    const message = claims.get(id) ?? null
    claims.delete(id)
    return message
  })
}

async function start({ deps: { db, env, clock }, route }: ClaimTask, ids: string[]) {
  const perSecond = route.channel === 'sms' ? env.sms.perSecond : 0
  const now = clock.now()
  const slotsUntil = new Date(now.getTime() - (route.isNotice ? noticeWaitMs(perSecond) : 0))
  const slots = { name: SMS_SLOT, perSecond, until: slotsUntil }
  if (perSecond > 0) return await startWithinRate(db, ids, slots, now)
  return { started: await startSending(db, ids, now), waiting: [] }
}

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'timeScale'>
export type SendAttempt = {
  channel: Channel
  message: { id: string; recipient: string; dedupe_key: string; attempts: number }
  result: SmsResult | EmailResult
  job: RunningJob
}
type RecordTask = { deps: RecordDeps; attempt: SendAttempt; outcome: JobOutcome }

const record = batchByDatabase<RecordTask, JobOutcome>(recordAll)

/** Records an attempt. Ends the job in the same transaction, unless the message is retried. */
export async function recordAttempt(deps: RecordDeps, attempt: SendAttempt): Promise<JobOutcome> {
  const outcome = outcomeOf(deps, attempt)
  return await record(deps.db, attempt.channel, { deps, attempt, outcome })
}

async function recordAll(all: RecordTask[]): Promise<JobOutcome[]> {
  const { db, clock, timeScale } = all[0]!.deps
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const ends = all.map(({ attempt }) => endOf(attempt))
    const done = all.flatMap(({ attempt, outcome }) => (outcome ? [] : [attempt.job]))
    const claims = done.map(({ claim }) => claim)
    await finishSending(tx, ends, now, claims)
    for (const { noteEnd } of done) atEnd(noteEnd)
    await keepJobs(tx, all)
    for (const { attempt } of all) await recordRefusal(tx, attempt, now)
    if (all.some(({ attempt }) => isTooMany(attempt.result))) {
      const { smsTooManyMs } = messageTimes(timeScale)
      await blockSlots(tx, SMS_SLOT, new Date(now.getTime() + smsTooManyMs))
    }
  })
  return all.map(({ outcome }) => outcome)
}

/**
 * Makes sure that each message that must be sent again has a job. If the lease ended during the
 * call to the provider, another worker may have run the job, found the message in `sending` and
 * ended the job. In this case, queues a new job.
 */
async function keepJobs(tx: Tx, all: RecordTask[]): Promise<void> {
  const retries = all.filter(({ outcome }) => outcome)
  if (retries.length === 0) return
  const locked = await lockClaims(
    tx,
    retries.map(({ attempt }) => attempt.job.claim),
  )
  for (const { attempt, outcome } of retries) {
    if (locked.has(attempt.job.claim.id)) continue
    const { id, dedupe_key } = attempt.message
    const job = sendingJob(attempt.channel, dedupe_key)
    await queueJob(tx, job, { messageId: id }, outcome!.againInMs)
  }
}

async function recordRefusal(tx: Tx, { message, result }: SendAttempt, now: Date): Promise<void> {
  if (result.kind !== 'refused' || !isOptOut(result.reason)) return
  await insertOptOut(tx, message.recipient, now)
}

function endOf({ message: { id, attempts }, result }: SendAttempt): SendingEnd {
  switch (result.kind) {
    case 'accepted':
      if ('response' in result) return { id, state: 'sent', provider_status: result.response }
      return {
        id,
        state: 'sent',
        provider_message_id: result.messageId,
        provider_status: result.status,
      }
    case 'refused':
      return { id, state: 'failed', last_error: result.reason }
    case 'doubtful':
      return { id, state: 'doubtful', last_error: result.reason }
    case 'once_more':
      return {
        id,
        state: 'queued',
        attempts,
        last_error: result.reason,
        provider_status: result.reason,
      }
    case 'later':
      return { id, state: 'queued', attempts, last_error: result.reason }
  }
}

const isTooMany = (result: SmsResult | EmailResult) => 'tooMany' in result

/** The longest pause while an operator must act on Lango's account: more retries are useless. */
const ALERT_BACKOFF_MAX_MS = 60 * 60_000

function outcomeOf({ timeScale }: RecordDeps, { message, result }: SendAttempt): JobOutcome {
  const times = messageTimes(timeScale)
  if (result.kind === 'once_more') return { againInMs: times.smsOnceMoreMs }
  if (result.kind !== 'later') return
  // The gateway limited the rate but did not refuse this SMS, so the SMS stays ahead of later SMS.
  if (isTooMany(result)) return { againInMs: times.smsTooManyMs, keepsSlot: true }
  const backoff = 1000 * 2 ** Math.min(message.attempts - 1, 12)
  return { againInMs: Math.min(backoff, result.alert ? ALERT_BACKOFF_MAX_MS : BACKOFF_MAX_MS) }
}
