import type { FastifyInstance } from 'fastify'
import type { Fields } from './check.ts'
import type { Sandbox } from './context.ts'
import { DarajaError, darajaBody, invalidField, wireText } from './daraja.ts'
import { drawGateway, dropConnection, refuse } from './gateway.ts'
import { requestId } from './ids.ts'
import type { C2bRegistration } from './ledger.ts'
import { isCallbackUrl } from './push.rules.ts'

function readRegistration(
  sandbox: Sandbox,
  fields: Fields,
  version: C2bRegistration['version'],
): C2bRegistration {
  const text = (name: string) => wireText(fields, name)
  if (text('ShortCode') !== sandbox.options.shortCode) throw invalidField('ShortCode')
  const response_type = text('ResponseType')
  if (response_type !== 'Completed' && response_type !== 'Cancelled') {
    throw invalidField('ResponseType')
  }
  for (const name of ['ConfirmationURL', 'ValidationURL']) {
    if (!isCallbackUrl(text(name))) throw invalidField(name)
  }
  return {
    version,
    response_type,
    confirmation_url: text('ConfirmationURL'),
    validation_url: text('ValidationURL'),
  }
}

/**
 * Registers the C2B addresses. As in production this works only once. Afterwards only Safaricom can
 * change the addresses; in the sandbox `DELETE /c2b` removes them.
 */
export function c2bRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, state } = sandbox
  for (const version of [1, 2] as const) {
    app.post(`/mpesa/c2b/v${version}/registerurl`, async (request, reply) => {
      const registration = readRegistration(sandbox, darajaBody(request), version)
      const drawn = drawGateway(faults, 'c2b')
      if (refuse(faults, drawn, reply)) return reply
      if (state.c2b) throw new DarajaError(500, '500.003.1001', 'Urls are already registered.')
      state.record({ type: 'c2b_registered', registration })
      if (drawn.dropAfterAccept) {
        faults.count('c2b', 'drop_after_accept')
        dropConnection(request, reply)
        return reply
      }
      return {
        // The real service misspells this field.
        OriginatorCoversationID: requestId(),
        ResponseCode: '0',
        ResponseDescription: 'Success',
      }
    })
  }
}
