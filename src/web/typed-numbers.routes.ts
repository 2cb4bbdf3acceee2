import { Type } from 'typebox'
import { paymentCounters } from '../payments/declarations.ts'
import { TYPED_NETWORKS } from '../payments/prompts/typed-network.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'

/**
 * Counts typed numbers that no prompt reaches. The page refuses them or warns without a request, so
 * the operator would not know how many buyers are lost. The number stays in the browser. Anyone can
 * call this route, so the count is only a hint.
 */
export function registerTypedNumbers(app: App, { metrics }: Pick<Deps, 'metrics'>): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/typed-number',
    access: 'public',
    answers: { 204: {} },
    schema: {
      body: Type.Object(
        { network: Type.Union(TYPED_NETWORKS.map((network) => Type.Literal(network))) },
        { additionalProperties: false },
      ),
    },
    handler: async ({ body: { network } }, reply) => {
      paymentCounters(metrics).typedNumbers.inc({ network })
      return reply.code(204).send()
    },
  })
}
