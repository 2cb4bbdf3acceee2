import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** The phone may only check people in, and sell if the organizer allows it. */
export type GatePhone = {
  id: string
  name: string
  eventId: string
  gateId: string | null
  maySell: boolean
  pairedAt?: Date | null
  /** The phone's clock minus the server's clock at the phone's last contact, in ms. */
  clockMs?: number | null
  seenAt?: Date | null
  /** The newest format of the ticket list that the phone's app can read. */
  listForm?: number | null
  /** How many numbers of nonexistent tickets the phone has sent since the time `since`. */
  unknown?: { count: number; since: Date | null }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Never null on routes with access `gate`; null on `gate or organizer` if an account calls. */
    gatePhone: GatePhone | null
  }
}

export function gatePhoneOf(request: FastifyRequest): GatePhone {
  if (!request.gatePhone) throw new AppError('unauthorized')
  return request.gatePhone
}
