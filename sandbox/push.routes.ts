import type { FastifyInstance } from 'fastify'
import type { Sandbox } from './context.ts'
import { DarajaError, darajaBody } from './daraja.ts'
import { drawGateway, dropConnection, refuse } from './gateway.ts'
import { readPush } from './push.rules.ts'
import type { Prompt } from './state.ts'

/**
 * For the fault `before_answer`: a phone on `auto` answers now, and the callback is posted before
 * the push has its response.
 */
async function answerFirst(sandbox: Sandbox, prompt: Prompt): Promise<void> {
  const { auto, delay_ms } = sandbox.state.phone(prompt.msisdn)
  const early = sandbox.faults.chance('callback', 'before_answer')
  if (!early || !prompt.shown || (auto !== 'pay' && auto !== 'cancel')) return
  await sandbox.waits.sleep(delay_ms)
  await sandbox.prompts.answerAndDeliver(prompt, auto)
}

export function pushRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, prompts, ussd, waits } = sandbox
  app.post('/mpesa/stkpush/v1/processrequest', async (request, reply) => {
    const wanted = readPush(sandbox, darajaBody(request))
    const delayMs = faults.delay('push')
    const drawn = drawGateway(faults, 'push')
    if (delayMs > 0) {
      faults.count('push', 'delay_ms')
      await waits.sleep(delayMs)
    }
    if (refuse(faults, drawn, reply)) return reply
    if (prompts.isOpen(wanted.msisdn)) {
      throw new DarajaError(
        500,
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      )
    }
    const prompt = prompts.accept(wanted, ussd.isOpen(wanted.msisdn))
    await answerFirst(sandbox, prompt)
    // 'close' is emitted after the response is sent, or earlier if the connection is lost.
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
