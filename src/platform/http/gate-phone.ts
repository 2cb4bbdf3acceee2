import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** A steward's phone that was paired with an event: it can check in, sell where it may, and no more. */
export type GatePhone = {
  id: string
  name: string
  eventId: string
  /** Null: all gates. */
  gateId: string | null
  maySell: boolean
  pairedAt?: Date | null
  /** Its clock less ours at its last contact, in ms. */
  clockMs?: number | null
  /** When it was noted before that it asked something. */
  seenAt?: Date | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on every route but those with access gate, which always have one. */
    gatePhone: GatePhone | null
  }
}

export function gatePhoneOf(request: FastifyRequest): GatePhone {
  if (!request.gatePhone) throw new AppError('unauthorized')
  return request.gatePhone
}
