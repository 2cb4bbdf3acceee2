// Tests that messages with tickets never wait behind notices. The SMS gateway and the mail server
// respond to no notice, so that each notice keeps a worker busy.
import { expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { makeLog } from '../platform/log.ts'
import { LANES, listHandlers } from '../worker.ts'
import { queueEmail, queueSms } from './outbox.ts'

/** The number of notices that wait in front of the ticket. */
const NOTICES = 400

const stage = keepStage()
let response: PromiseWithResolvers<void>
/** The recipient whose message gets a response. */
let buyer: string
let arrival: PromiseWithResolvers<string>

async function pass(recipient: string): Promise<void> {
  if (recipient === buyer) arrival.resolve(recipient)
  else await response.promise
}

/** Runs a worker until the buyer's message has arrived, then lets the running jobs finish. */
async function workUntilArrival(): Promise<void> {
  const handlers = listHandlers(stage.deps)
  const fixed = { db: stage.db, log: makeLog('silent'), handlers, lanes: LANES, sweeps: [] }
  const worker = startWorker({ ...fixed, leaseMs: 60_000, concurrency: 16 })
  try {
    expect(await arrival.promise).toBe(buyer)
  } finally {
    response.resolve()
    await worker.stop()
  }
}

function begin(to: string): void {
  buyer = to
  response = Promise.withResolvers()
  arrival = Promise.withResolvers()
}

// spec: tickets-first
test.each(['ticket', 'data_code', 'refund_done', 'transfer'] as const)(
  'an SMS of the kind %s is sent although 400 notices wait in front',
  async (kind) => {
    begin(newPhone())
    const { answer } = stage.sms
    stage.deps.sms.send = async (phone) => {
      await pass(phone)
      return answer()
    }
    const now = stage.clock.now()
    await inTransaction(stage.db, async (tx) => {
      for (let i = 0; i < NOTICES; i++) {
        const dedupeKey = `reminder:${kind}:${i}` as const
        await queueSms(tx, { phone: newPhone(), body: 'Open once', dedupeKey, now })
      }
      await queueSms(tx, { phone: buyer, body: 'Jambo', dedupeKey: `${kind}:${buyer}`, now })
    })
    await workUntilArrival()
  },
)

// spec: tickets-first
test('an email with tickets is sent although 400 notices wait in front', async () => {
  begin('asha@example.com')
  const { answer } = stage.mailer
  stage.deps.mailer.send = async ({ to }) => {
    await pass(to)
    return answer()
  }
  const email = { from: 'Lango <tickets@lango.example>', subject: 'x', text: 'x' }
  const now = stage.clock.now()
  await inTransaction(stage.db, async (tx) => {
    for (let i = 0; i < NOTICES; i++) {
      const to = `admin${i}@example.com`
      await queueEmail(tx, { ...email, to, dedupeKey: `request_decided:${i}`, now })
    }
    await queueEmail(tx, { ...email, to: buyer, dedupeKey: `tickets:${buyer}`, now })
  })
  await workUntilArrival()
})
