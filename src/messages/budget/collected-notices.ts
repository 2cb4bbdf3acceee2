import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { countWithin } from '../../platform/limits/limits.sql.ts'
import type { CountedMessageKey, MessageKey } from '../jobs.ts'
import { type QueuedEmail, queueEmail, queueSms } from '../outbox.ts'
import { hashOf, type Spender, spend } from './budget.ts'
import {
  areNoticesDue,
  deletePassed,
  deleteWaiting,
  storeNotice,
  takeDue,
} from './collected-notices.sql.ts'

type NoticeDeps = Pick<Deps, 'env' | 'clock'>

const DAY_MS = 24 * 3600_000
const BATCH = 50
/** The maximum number of SMS about tasks per admin and day. Emails have no such limit. */
const ADMIN_SMS_A_DAY = 100
const EVERY_MS = 3600_000

type Notice = {
  email: Omit<QueuedEmail, 'dedupeKey' | 'now'>
  sms?: { phones: string[]; body: string }
}

type Task = Notice & {
  /**
   * A thing is a kind of task and the id of the event that the task is about, such as
   * 'request:payout:<event id>'.
   */
  thing: CountedMessageKey
  organizerId: string
  by: Spender
}

/**
 * Notifies admins of a task, at most once an hour for each `thing`. A later notice about the thing
 * waits until the hour has passed, and replaces a waiting notice. The work list shows the task
 * immediately. Throws too_many_requests if the organizer has caused too many tasks today.
 */
export async function collectTask(tx: Tx, deps: NoticeDeps, task: Task): Promise<void> {
  const { thing, organizerId, by, ...notice } = task
  await spend(tx, deps, by, { budget: 'tasks', organizerId })
  const times = { now: deps.clock.now(), everyMs: EVERY_MS }
  if (await storeNotice(tx, { thing, notice }, times)) {
    await queueNotice(tx, deps, thing, notice)
  }
}

/** Drops the notice that waits, because the thing was decided or withdrawn. */
export async function dropTask(tx: Tx, thing: CountedMessageKey): Promise<void> {
  await deleteWaiting(tx, thing)
}

/** Queues an email, and an SMS unless the admin has had ADMIN_SMS_A_DAY SMS today. */
async function queueNotice(
  tx: Tx,
  { clock }: NoticeDeps,
  thing: CountedMessageKey,
  { email, sms }: Notice,
): Promise<void> {
  const now = clock.now()
  const newKey = () => `${thing}:${newId()}` as string as MessageKey
  await queueEmail(tx, { ...email, dedupeKey: newKey(), now })
  for (const phone of sms?.phones ?? []) {
    const limit = { max: ADMIN_SMS_A_DAY, windowMs: DAY_MS }
    if ((await countWithin(tx, `budget:admin:${hashOf(phone)}`, limit, now)) !== null) continue
    await queueSms(tx, { phone, body: sms!.body, dedupeKey: newKey(), now })
  }
}

export async function sweepCollectedNotices(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - EVERY_MS)
  if (!(await isDue(deps.db, areNoticesDue(now, before)))) return
  await inTransaction(deps.db, async (tx) => {
    await deletePassed(tx, before)
    for (const { thing, notice } of await takeDue(tx, now, BATCH)) {
      await queueNotice(tx, deps, thing as CountedMessageKey, notice as Notice)
    }
  })
}
