import { orderPlaced } from '../src/orders/jobs.ts'
import { listHandlers } from '../src/worker.ts'
import { type BuiltEvent, newPhone, orderFor } from './build.ts'
import { requestOrder } from './http.ts'
import { jobByHand } from './job-by-hand.ts'
import { newReceipt } from './purchase.ts'
import { paidCallback, type Stage } from './stage.ts'

export type PromptRequest = {
  atMs: number
  address: string
  /**
   * The delay between the appearance of the prompt and its payment; null if the prompt is never
   * paid.
   */
  paysAfterMs: number | null
}

/**
 * A simulated request, with the status of the response and the time at which the prompt appeared on
 * the phone. The time is null if no prompt appeared.
 */
export type PlayedRequest = PromptRequest & {
  phoneNumber: string
  orderId: string
  status: number
  promptedAtMs: number | null
}

type Play = { stage: Stage; at: (ms: number, happens: () => Promise<void>) => void; nowMs: number }

/**
 * Simulates buyers who request prompts. The clock is simulated and jumps from event to event:
 * requests, job runs, and answers of phones. All remaining code is the product's.
 */
export async function playPromptQueue(
  stage: Stage,
  event: BuiltEvent,
  requests: PromptRequest[],
): Promise<PlayedRequest[]> {
  const { now: realNow } = stage.clock
  const start = realNow().getTime()
  const coming: { ms: number; happens: () => Promise<void> }[] = []
  const play: Play = {
    stage,
    nowMs: 0,
    at: (ms, happens) => {
      const after = coming.findIndex((other) => other.ms > ms)
      coming.splice(after < 0 ? coming.length : after, 0, { ms, happens })
    },
  }
  stage.clock.now = () => new Date(start + play.nowMs)
  const asked = requests.map((asker) => ({
    ...asker,
    phoneNumber: newPhone(),
    orderId: '',
    status: 0,
    promptedAtMs: null,
  }))
  const putBack = answerPhones(play, asked)
  for (const one of asked) play.at(one.atMs, () => ask(play, event, one))
  for (let next = coming.shift(); next; next = coming.shift()) {
    play.nowMs = Math.max(play.nowMs, next.ms)
    await next.happens()
  }
  putBack()
  stage.clock.now = realNow
  stage.pass(play.nowMs)
  return asked
}

async function ask(play: Play, event: BuiltEvent, one: PlayedRequest): Promise<void> {
  const { stage } = play
  const order = orderFor(event, [1], { phoneNumber: one.phoneNumber })
  const { statusCode } = await requestOrder(stage, order, { 'x-forwarded-for': one.address })
  Object.assign(one, { status: statusCode, orderId: order.orderId })
  // Take the jobs out of the queue: from here on only the test runs them.
  const jobs = await stage.db
    .deleteFrom('job')
    .where('name', '=', orderPlaced.name)
    .returning('payload')
    .execute()
  for (const { payload } of jobs) await runJob(play, payload)
}

async function runJob(play: Play, payload: unknown): Promise<void> {
  const handler = listHandlers(play.stage.deps).find(({ name }) => name === orderPlaced.name)!
  const outcome = await handler.run(payload, jobByHand())
  if (outcome) play.at(play.nowMs + outcome.againInMs, () => runJob(play, payload))
}

/** Makes the phones note each prompt and pay as planned. Returns a function that undoes this. */
function answerPhones(play: Play, asked: PlayedRequest[]): () => void {
  const { daraja } = play.stage
  const { nextPush } = daraja
  const byPhone = new Map(asked.map((one) => [one.phoneNumber, one]))
  daraja.nextPush = (request) => {
    const one = byPhone.get(request.phone)!
    one.promptedAtMs = play.nowMs
    const [url, id] = [new URL(request.callbackUrl).pathname, `ws_CO_${daraja.pushes.length}`]
    const pay = () => payPrompt(play.stage, url, paidCallback(newReceipt(), 100, id))
    if (one.paysAfterMs !== null) play.at(play.nowMs + one.paysAfterMs, pay)
    return nextPush(request)
  }
  return () => {
    daraja.nextPush = nextPush
  }
}

async function payPrompt(stage: Stage, url: string, payload: object): Promise<void> {
  await stage.app.inject({ method: 'POST', url, payload })
  await stage.runJobs()
}
