import type { FastifyReply, FastifyRequest } from 'fastify'
import { DarajaError, internalError } from './daraja.ts'
import type { Faults } from './faults.ts'

/** Groups of calls to M-Pesa. Their faults include the faults of the gateway in front of M-Pesa. */
type GatewayGroup = 'push' | 'reversal' | 'b2c' | 'b2b' | 'status' | 'balance' | 'c2b'

const BUSY_PAGE =
  '<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center></body></html>'

export function drawGateway(faults: Faults, group: GatewayGroup) {
  return {
    group,
    http429: faults.chance(group, 'http_429'),
    http500: faults.chance(group, 'http_500'),
    html503: faults.chance(group, 'html_503'),
    dropAfterAccept: faults.chance(group, 'drop_after_accept'),
  }
}

type GatewayFaults = ReturnType<typeof drawGateway>

/**
 * Refuses the call if a gateway fault was drawn: throws the refusal as an error, or sends the 503
 * page and returns true.
 */
export function refuse(faults: Faults, drawn: GatewayFaults, reply: FastifyReply): boolean {
  if (drawn.http429) {
    faults.count(drawn.group, 'http_429')
    throw new DarajaError(429, '500.003.02', 'Error Occurred: Spike Arrest Violation')
  }
  if (drawn.http500) {
    faults.count(drawn.group, 'http_500')
    throw internalError()
  }
  if (drawn.html503) {
    faults.count(drawn.group, 'html_503')
    reply.code(503).type('text/html; charset=utf-8').send(BUSY_PAGE)
    return true
  }
  return false
}

/**
 * Closes the connection without a response, so that the client cannot know whether its request was
 * accepted.
 */
export function dropConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.destroy()
}
