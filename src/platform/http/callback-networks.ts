import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { readNetworks } from '../networks.ts'

/**
 * Makes the hook that refuses calls to providers' secret addresses from outside the listed networks.
 * An empty list admits all. The reply is the one for an unknown address.
 */
export function refuseForeignCallbacks(networks: readonly string[]) {
  const list = readNetworks(networks)
  return async (request: FastifyRequest): Promise<void> => {
    if (networks.length === 0 || !request.routeOptions.url?.startsWith('/cb/')) return
    // An IPv6 address is the first one of its network, as in '2c0f:fe38:0:1::/64'.
    const [address = ''] = request.address.split('/')
    if (list?.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return
    const fields = { req: request, address: request.address }
    request.log.warn(fields, 'callback refused: the caller is in none of the CALLBACK_NETWORKS')
    throw new AppError('not_found')
  }
}
