import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/**
 * A steward's phone that is paired with an event. The phone may only check people in, and sell
 * tickets if the organizer allows it.
 */
export type GatePhone = {
  id: string
  name: string
  eventId: string
  /** The phone's gate. Null for all gates. */
  gateId: string | null
  maySell: boolean
  pairedAt?: Date | null
  /** The phone's clock minus the server's clock at the phone's last contact, in ms. */
  clockMs?: number | null
  /** When the phone's last contact was recorded. */
  seenAt?: Date | null
  /** How many numbers of nonexistent tickets the phone has sent since the time `since`. */
  unknown?: { count: number; since: Date | null }
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set by the access check, never null on routes with access `gate`. On routes with `gate or
     * organizer`, null if an account calls.
     */
    gatePhone: GatePhone | null
  }
}

/** Returns the gate phone that calls. Throws `unauthorized` if the caller is not a gate phone. */
export function gatePhoneOf(request: FastifyRequest): GatePhone {
  if (!request.gatePhone) throw new AppError('unauthorized')
  return request.gatePhone
}
