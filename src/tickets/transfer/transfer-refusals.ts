import { TicketError } from '../errors.ts'
import { type TransferFacts, transferStop } from './transfer.rules.ts'

/** Why nobody of it can be sent on, in words. */
export function refuseStopped(ticket: TransferFacts, now: Date): void {
  const stop = transferStop(ticket, now)
  if (stop) throw new TicketError(stop)
}

export function tooMany(left: number): TicketError {
  const people = left === 1 ? '1 person is' : `${left} people are`
  const text = `Only ${people} left on this ticket.`
  return new TicketError('too_many_people', { text, details: { left } })
}
