import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { readNetworks } from '../networks.ts'
import { isInNetworks } from './network-address.ts'

/**
 * Makes the hook that refuses calls to providers' secret addresses from outside the listed
 * networks. An empty list admits all callers. The refusal looks like the reply for an unknown
 * address.
 */
export function refuseForeignCallbacks(networks: readonly string[]) {
  const list = readNetworks(networks)
  return async (request: FastifyRequest): Promise<void> => {
    if (networks.length === 0 || !request.routeOptions.url?.startsWith('/cb/')) return
    if (list && isInNetworks(list, request.address)) return
    const fields = { req: request, address: request.address }
    request.log.warn(fields, 'callback refused: the caller is in none of the CALLBACK_NETWORKS')
    throw new AppError('not_found')
  }
}
