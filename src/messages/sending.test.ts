import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asProcess } from '../../test/as-process.ts'
import { newPhone } from '../../test/build.ts'
import { countStatements } from '../../test/count-statements.ts'
import { keepStage } from '../../test/stage.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { claimJobs } from '../platform/jobs/jobs.sql.ts'
import { runJob } from '../platform/jobs/run-job.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { recordReport } from './delivery-reports.ts'
import { sendLane } from './jobs.ts'
import { queueSms } from './outbox.ts'
import { sendMessage } from './send-message.job.ts'
import { claimMessage } from './sending.ts'

const stage = keepStage()
beforeEach(async () => {
  await sql`truncate message, delivery_report, sms_opt_out, job`.execute(stage.db)
})

const answers = new Map<string, SmsResult>()
const accepted = (phone: string): SmsResult => ({
  kind: 'accepted',
  messageId: `id-${phone}`,
  status: 'Sent',
})

/**
 * The gateway responds to no request before `count` requests have arrived, so that all requests are
 * concurrent.
 */
function answerTogether(count: number): void {
  const all = Promise.withResolvers<void>()
  let asked = 0
  stage.deps.sms.send = async (phone) => {
    if (++asked === count) all.resolve()
    await all.promise
    return answers.get(phone) ?? accepted(phone)
  }
}

async function queueAll(phones: string[]): Promise<void> {
  const now = stage.clock.now()
  await inTransaction(stage.db, async (tx) => {
    for (const phone of phones) {
      await queueSms(tx, {
        phone,
        body: 'Jambo',
        dedupeKey: `ticket:${phone}`,
        now,
        forgetText: true,
      })
    }
  })
}

/**
 * Sends all SMS concurrently. `on` returns the database connection of the process that sends the
 * SMS.
 */
async function sendAll(phones: string[], on: () => Db) {
  answerTogether(phones.length)
  await queueAll(phones)
  const jobs = await claimJobs(stage.db, [{ lane: sendLane.name, count: 100 }], 60_000)
  expect(jobs).toHaveLength(phones.length)
  return await Promise.allSettled(
    jobs.map((job) => {
      const db = on()
      return runJob(db, job, sendMessage({ ...stage.deps, db }))
    }),
  )
}

async function sendInTurn(phones: string[]): Promise<void> {
  answerTogether(1)
  await queueAll(phones)
  const jobs = await claimJobs(stage.db, [{ lane: sendLane.name, count: 100 }], 60_000)
  for (const job of jobs) await runJob(stage.db, job, sendMessage(stage.deps))
}

/** The state of each message, and the number of its jobs. */
async function readEnds(phones: string[]) {
  const { rows } = await sql<{ recipient: string }>`
    select recipient, state, body, attempts, provider_message_id, provider_status, last_error,
      sent_at is not null as is_sent, (select count(*) from job
        where payload->>'messageId' = m.id::text) as jobs,
      exists (select from sms_opt_out o where o.phone = m.recipient) as is_out
    from message m`.execute(stage.db)
  return phones.map((phone) => {
    const { recipient: _, ...end } = rows.find((row) => row.recipient === phone)!
    return JSON.parse(JSON.stringify(end).replaceAll(phone, 'P'))
  })
}

const phonesOf = (count: number) => Array.from({ length: count }, newPhone)

test('SMS that separate processes send take two commits each', async () => {
  const { commits } = await countStatements(() => sendAll(phonesOf(20), () => asProcess(stage.db)))
  // Besides these commits, two commits queued the SMS and claimed their jobs.
  expect(commits - 2).toBe(40)
})

test('SMS that one process sends concurrently share a claim, and share the commit of their results', async () => {
  const phones = phonesOf(20)
  const { statements, commits } = await countStatements(() => sendAll(phones, () => stage.db))
  // The first SMS needs two statements, and the other 19 SMS share two: a claim and a result.
  expect({ statements: statements - 21, commits: commits - 2 }).toEqual({
    statements: 4,
    commits: 4,
  })
  const sent = { state: 'sent', body: '', attempts: 1, is_sent: true, jobs: 0 }
  expect(await readEnds(phones)).toMatchObject(Array(20).fill(sent))
})

test('an SMS whose result cannot be recorded stays doubtful alone, and keeps its job', async () => {
  await sql`alter table message add constraint broken check (provider_message_id <> 'broken')`.execute(
    stage.db,
  )
  const phones = phonesOf(12)
  answers.set(phones[7]!, { kind: 'accepted', messageId: 'broken', status: 'Sent' })
  const runs = await sendAll(phones, () => stage.db)
  await sql`alter table message drop constraint broken`.execute(stage.db)
  expect(runs.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const ends = await readEnds(phones)
  expect(ends.map(({ state, jobs }) => [state, jobs])).toEqual(
    phones.map((_, at) => (at === 7 ? ['sending', 1] : ['sent', 0])),
  )
})

test('a message that is claimed twice at the same time is sent once', async () => {
  const [phone] = phonesOf(1)
  await queueAll([phone!])
  const { id } = await stage.db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  const route = { channel: 'sms', isNotice: false } as const
  const claims = await Promise.all([
    claimMessage(stage.deps, route, newId()),
    ...Array.from({ length: 5 }, () => claimMessage(stage.deps, route, id)),
  ])
  const ids = claims.map((claim) => (claim === 'not yet' ? claim : claim?.id))
  expect(ids).toEqual([undefined, id, ...Array(4).fill(undefined)])
})

const answerOf: Record<string, (phone: string) => SmsResult> = {
  accepted,
  arrived: accepted,
  lost: accepted,
  refused: () => ({ kind: 'refused', reason: '403 InvalidPhoneNumber' }),
  optedOut: () => ({ kind: 'refused', reason: '406 UserInBlacklist' }),
  later: () => ({ kind: 'later', reason: 'HTTP 503', alert: false }),
  onceMore: () => ({ kind: 'once_more', reason: '407 CouldNotRoute' }),
  doubtful: () => ({ kind: 'doubtful', reason: 'ECONNRESET' }),
}

/** Simulates a gateway that posts its reports before it responds. */
async function reportEarly(phone: string, what: string): Promise<void> {
  if (what !== 'arrived' && what !== 'lost') return
  for (const status of ['Sent', what === 'arrived' ? 'Success' : 'Failed']) {
    const failureReason = status === 'Failed' ? 'AbsentSubscriber' : null
    const report = { id: `id-${phone}`, status, phoneNumber: `+${phone}`, failureReason }
    await recordReport(stage.deps, report)
  }
}

test('a batch of SMS ends in the same states as SMS sent one after another', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...Object.keys(answerOf)), { minLength: 2, maxLength: 10 }),
    async (all) => {
      const [together, inTurn] = [phonesOf(all.length), phonesOf(all.length)]
      for (const phones of [together, inTurn]) {
        for (const [at, what] of all.entries()) {
          answers.set(phones[at]!, answerOf[what]!(phones[at]!))
          await reportEarly(phones[at]!, what)
        }
      }
      await sendAll(together, () => stage.db)
      await sendInTurn(inTurn)
      expect(await readEnds(together)).toEqual(await readEnds(inTurn))
      await sql`update job set run_at = 'infinity'`.execute(stage.db)
    },
  )
  await fc.assert(property, { numRuns: 15 })
})
