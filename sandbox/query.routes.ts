import type { FastifyInstance } from 'fastify'
import { isStamp } from './clock.ts'
import type { Sandbox } from './context.ts'
import {
  checkPassword,
  checkShortCode,
  DarajaError,
  darajaBody,
  internalError,
  invalidField,
  wireText,
} from './daraja.ts'
import { RESULTS, resultWords } from './results.ts'

function stillProcessing(): DarajaError {
  return new DarajaError(500, '500.001.1001', 'The transaction is being processed')
}

export function queryRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, state } = sandbox
  app.post('/mpesa/stkpushquery/v1/query', async (request) => {
    const fields = darajaBody(request)
    for (const name of ['BusinessShortCode', 'Password', 'Timestamp', 'CheckoutRequestID']) {
      if (wireText(fields, name) === '') throw invalidField(name)
    }
    checkShortCode(sandbox, fields)
    if (!isStamp(wireText(fields, 'Timestamp'))) throw invalidField('Timestamp')
    checkPassword(sandbox, fields)
    const drawn = {
      http500: faults.chance('query', 'http_500'),
      pending: faults.chance('query', 'pending'),
      contradict: faults.chance('query', 'contradict'),
    }
    if (drawn.http500) {
      faults.count('query', 'http_500')
      throw internalError()
    }
    const prompt = state.promptsByCheckout.get(wireText(fields, 'CheckoutRequestID'))
    if (!prompt) throw invalidField('CheckoutRequestID')
    if (!prompt.result) throw stillProcessing()
    if (drawn.pending) {
      faults.count('query', 'pending')
      throw stillProcessing()
    }
    let code = prompt.result.code
    // Contradict only successful payments. If a failed payment were reported as paid, the shop
    // would issue tickets without money and could not notice the error.
    if (drawn.contradict && code === RESULTS.paid) {
      faults.count('query', 'contradict')
      code = RESULTS.cancelled
    }
    return {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: prompt.merchant_request_id,
      CheckoutRequestID: prompt.checkout_request_id,
      ResultCode: String(code),
      ResultDesc: resultWords(code),
    }
  })
}
