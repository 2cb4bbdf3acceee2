import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/**
 * A steward's phone, paired with one event. It may check in, and sell if the organizer allows it,
 * and nothing else.
 */
export type GatePhone = {
  id: string
  name: string
  eventId: string
  /** The phone's gate. Null for all gates. */
  gateId: string | null
  maySell: boolean
  pairedAt?: Date | null
  /** The phone's clock minus ours at its last contact, in ms. */
  clockMs?: number | null
  /** Time of the phone's last recorded request. */
  seenAt?: Date | null
  /** How many numbers that no ticket has the phone sent since this time. */
  unknown?: { count: number; since: Date | null }
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set by the access check: always on routes with access `gate`, and on routes with `gate or
     * organizer` if a gate phone calls.
     */
    gatePhone: GatePhone | null
  }
}

/**
 * Returns the gate phone of a call that requires one. Throws `unauthorized` if another client
 * calls.
 */
export function gatePhoneOf(request: FastifyRequest): GatePhone {
  if (!request.gatePhone) throw new AppError('unauthorized')
  return request.gatePhone
}
