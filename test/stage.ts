import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll } from 'vitest'
import { COST, HASHING_LIMITS, makePasswordHasher } from '../src/accounts/passwords.ts'
import { type AppDeps, buildApp } from '../src/app.ts'
import { type Env, readEnv } from '../src/env.ts'
import type { SmsResult } from '../src/messages/africas-talking/send-sms.ts'
import type { Email, EmailResult } from '../src/messages/smtp/send-email.ts'
import type { Daraja } from '../src/payments/mpesa/daraja.ts'
import type { DarajaResult } from '../src/payments/mpesa/operation.ts'
import type { PulledRow } from '../src/payments/mpesa/pull.ts'
import type { PushAnswer, PushRequest } from '../src/payments/mpesa/stk-push.ts'
import type { QueryAnswer } from '../src/payments/mpesa/stk-query.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { claimJobs } from '../src/platform/jobs/jobs.sql.ts'
import type { JobHandler } from '../src/platform/jobs/jobs.ts'
import { runJob } from '../src/platform/jobs/run-job.ts'
import { type Log, makeLog } from '../src/platform/log.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { openFolderStorage } from '../src/platform/storage/storage.ts'
import { LANES, listHandlers, listSweeps } from '../src/worker.ts'
import { createTestDatabase } from './database.ts'
import { watchAnswers } from './openapi/watch-answers.ts'

/** A scripted M-Pesa. It returns the responses that the test sets, and records the requests. */
export type ScriptedDaraja = Daraja & {
  pushes: PushRequest[]
  nextPush: (request: PushRequest) => PushAnswer | Promise<PushAnswer>
  nextQuery: (id: string) => QueryAnswer
  nextOperation: () => DarajaResult
  receipts: PulledRow[]
}

function scriptedDaraja(): ScriptedDaraja {
  const daraja: ScriptedDaraja = {
    pushes: [],
    receipts: [],
    nextPush: () => ({
      kind: 'accepted',
      merchantRequestId: `m-${daraja.pushes.length}`,
      checkoutRequestId: `ws_CO_${daraja.pushes.length}`,
      raw: {},
    }),
    nextQuery: () => ({ kind: 'pending' }),
    nextOperation: () => ({
      kind: 'accepted',
      originatorConversationId: randomUUID(),
      conversationId: randomUUID(),
      raw: {},
    }),
    push: async (request) => {
      daraja.pushes.push(request)
      return await daraja.nextPush(request)
    },
    query: async (id) => daraja.nextQuery(id),
    pull: async ({ offset }) => {
      const rows = daraja.receipts.slice(offset, offset + 2)
      return { kind: 'rows', rows, count: rows.length }
    },
    registerPull: async () => true,
    reverse: async () => daraja.nextOperation(),
    payCustomer: async () => daraja.nextOperation(),
    payBusiness: async () => daraja.nextOperation(),
    askStatus: async () => daraja.nextOperation(),
    askBalance: async () => daraja.nextOperation(),
    registerUrls: async () => ({ kind: 'registered', already: false, raw: {} }),
  }
  return daraja
}

function scriptedSms() {
  const sent: { phone: string; body: string }[] = []
  const sms = {
    answer: (): SmsResult => ({
      kind: 'accepted',
      messageId: `sms-${randomUUID()}`,
      status: 'Sent',
    }),
    send: async (phone: string, body: string) => {
      sent.push({ phone, body })
      return sms.answer()
    },
  }
  return { sms, sent }
}

function scriptedMailer() {
  const mails: Email[] = []
  const mailer = {
    answer: (): EmailResult => ({ kind: 'accepted', response: '250 OK' }),
    send: async (email: Email) => {
      mails.push(email)
      return mailer.answer()
    },
  }
  return { mailer, mails }
}

/** A password hasher with the same hashing cost as the product, but without a queue and pauses. */
function hurriedHasher() {
  const hashing = {
    hash: (password: string) => hash(password, COST),
    verify: (known: string, password: string) => verify(known, password),
  }
  return makePasswordHasher(hashing, { ...HASHING_LIMITS, rest: 0 })
}

/**
 * An address on which no process listens, so that tests never use a sandbox on this machine by
 * accident.
 */
const NOWHERE = { MPESA_BASE_URL: 'http://127.0.0.1:9' }

function chooseSweeps(deps: Parameters<typeof listSweeps>[0], names?: readonly string[]) {
  const sweeps = listSweeps(deps)
  const stray = names?.find((name) => !sweeps.some((sweep) => sweep.name === name))
  if (stray !== undefined) throw new Error(`no sweep is named ${stray}`)
  return names ? sweeps.filter(({ name }) => names.includes(name)) : sweeps
}

type Variables = Record<string, string>

/**
 * Makes a stage: a database, the real rooms, scripted providers, and a clock that the test moves.
 */
export async function makeStage(variables: Variables = {}, log: Log = makeLog('silent')) {
  const database = await createTestDatabase()
  const quiet = { LOG_LEVEL: 'silent', WORK_WAIT_MS: '0', ...NOWHERE }
  const env: Env = readEnv({ ...quiet, DATABASE_URL: database.url, ...variables })
  const db = openDatabase(database.url, 20)
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const daraja = scriptedDaraja()
  const { sms, sent } = scriptedSms()
  const { mailer, mails } = scriptedMailer()
  const deps: AppDeps & { sms: typeof sms; mailer: typeof mailer; daraja: ScriptedDaraja } = {
    db,
    reads: db,
    env,
    clock,
    daraja,
    sms,
    mailer,
    log,
    metrics: makeMetrics(),
    timeScale: env.timeScale,
    storage: openFolderStorage('.data/test-storage'),
  }
  const app = await buildApp(deps, { checks: {}, pages: false, passwords: hurriedHasher() })
  const answers = watchAnswers(app)
  const handlers = listHandlers(deps)
  const waits: number[] = []
  return {
    db,
    env,
    deps,
    app,
    ...{ clock, daraja, sms, sent },
    textsTo: (phone: string) => sent.filter((sms) => sms.phone === phone).map(({ body }) => body),
    mailer,
    mails,
    /** The delays of postponed jobs, in ms. */
    waits,
    runJobs: () => runJobsUntilIdle(deps, handlers, waits),
    /** Runs each sweep once, or only the sweeps in `names`. Then runs the jobs that they queued. */
    sweep: async (names?: readonly string[]) => {
      for (const sweep of chooseSweeps(deps, names)) await sweep.run()
      await runJobsUntilIdle(deps, handlers, waits)
    },
    /** Makes postponed jobs due. */
    hurry: async () => {
      await db
        .updateTable('job')
        .set({ run_at: new Date(0) })
        .execute()
      await runJobsUntilIdle(deps, handlers, waits)
    },
    pass: (ms: number) => {
      clock.offsetMs += ms
    },
    close: async () => {
      await app.close()
      await db.destroy()
      await database.close()
      answers.expectAsDescribed()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof makeStage>>

/**
 * Makes a stage before the tests of the calling file, and closes it after them. The returned object
 * is empty until then: only tests and hooks may read it.
 */
export function keepStage(...settings: Parameters<typeof makeStage>): Stage {
  return keepOpen(
    () => makeStage(...settings),
    (stage) => stage.close(),
  )
}

/**
 * Opens an object before the tests of the calling file, and closes it after them. The returned
 * object has the same properties, but only from the first hook on.
 */
export function keepOpen<T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
): T {
  const kept = {} as T
  beforeAll(async () => {
    Object.assign(kept, await open())
  })
  afterAll(() => close(kept))
  return kept
}

/** Runs every due job in this process until no due job is left. Throws the error of a job. */
async function runJobsUntilIdle(
  { db }: AppDeps,
  handlers: JobHandler[],
  waits: number[],
): Promise<void> {
  const byName = new Map(handlers.map((handler) => [handler.name, handler]))
  let openings = LANES.map(({ name }) => ({ lane: name, count: 10 }))
  for (;;) {
    const jobs = (await claimJobs(db, openings, 60_000)).sort((a, b) => a.id - b.id)
    if (jobs.length === 0) return
    for (const job of jobs) {
      const outcome = await runJob(db, job, byName.get(job.name))
      if (outcome) waits.push(outcome.againInMs)
      if (outcome?.keepsSlot) openings = openings.filter(({ lane }) => lane !== job.lane)
    }
  }
}

/** An STK callback in M-Pesa's format. The phone is masked unless the test gives `phone`. */
export function paidCallback(
  receipt: string,
  amount: number,
  checkoutRequestId = 'ws_CO_1',
  phone: number | string = '2547 ***** 126',
) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkoutRequestId,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: 20261121193021 },
            { Name: 'PhoneNumber', Value: phone },
          ],
        },
      },
    },
  }
}

export function failedCallback(code: number | string, checkoutRequestId = 'ws_CO_1') {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkoutRequestId,
        ResultCode: code,
        ResultDesc: 'DS timeout user cannot be reached',
      },
    },
  }
}
