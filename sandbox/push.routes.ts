import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from './context.ts'
import { DarajaError, darajaBody, internalError } from './daraja.ts'
import { readPush } from './push.rules.ts'
import type { Prompt } from './state.ts'

const BUSY_PAGE =
  '<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center></body></html>'

function drawPushFaults(sandbox: Sandbox) {
  const { faults } = sandbox
  return {
    delayMs: faults.delay('push'),
    http429: faults.chance('push', 'http_429'),
    http500: faults.chance('push', 'http_500'),
    html503: faults.chance('push', 'html_503'),
    dropAfterAccept: faults.chance('push', 'drop_after_accept'),
  }
}

type PushFaults = ReturnType<typeof drawPushFaults>

/** Faults of the gateway in front: no prompt follows. True when one has answered. */
function refuse(sandbox: Sandbox, drawn: PushFaults, reply: FastifyReply): boolean {
  const { faults } = sandbox
  if (drawn.http429) {
    faults.count('push', 'http_429')
    throw new DarajaError(429, '500.003.02', 'Error Occurred: Spike Arrest Violation')
  }
  if (drawn.http500) {
    faults.count('push', 'http_500')
    throw internalError()
  }
  if (drawn.html503) {
    faults.count('push', 'html_503')
    reply.code(503).type('text/html; charset=utf-8').send(BUSY_PAGE)
    return true
  }
  return false
}

/** A phone that answers by itself does so now, and its callback overtakes the push's answer. */
async function answerFirst(sandbox: Sandbox, prompt: Prompt): Promise<void> {
  const { auto, delay_ms } = sandbox.state.phone(prompt.msisdn)
  const early = sandbox.faults.chance('callback', 'before_answer')
  if (!early || !prompt.shown || (auto !== 'pay' && auto !== 'cancel')) return
  await sandbox.waits.sleep(delay_ms)
  await sandbox.prompts.answerAndDeliver(prompt, auto)
}

/** The client sees its connection die; whether the prompt went out it cannot know. */
export function dropConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.destroy()
}

export function pushRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, prompts, waits } = sandbox
  app.post('/mpesa/stkpush/v1/processrequest', async (request, reply) => {
    const wanted = readPush(sandbox, darajaBody(request))
    const drawn = drawPushFaults(sandbox)
    if (drawn.delayMs > 0) {
      faults.count('push', 'delay_ms')
      await waits.sleep(drawn.delayMs)
    }
    if (refuse(sandbox, drawn, reply)) return reply
    if (prompts.isOpen(wanted.msisdn)) {
      throw new DarajaError(
        500,
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      )
    }
    const prompt = prompts.accept(wanted)
    await answerFirst(sandbox, prompt)
    // 'close' comes after the answer was sent and also when the connection was lost before.
    if (reply.raw.destroyed || request.raw.socket.destroyed) prompts.present(prompt)
    else reply.raw.once('close', () => prompts.present(prompt))
    if (drawn.dropAfterAccept) {
      faults.count('push', 'drop_after_accept')
      dropConnection(request, reply)
      return reply
    }
    return {
      MerchantRequestID: prompt.merchant_request_id,
      CheckoutRequestID: prompt.checkout_request_id,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    }
  })
}
