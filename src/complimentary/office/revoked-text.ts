import { formatCount } from '../../ui/office/formats.rules.ts'
import type { Revoked } from '../complimentary.contract.ts'

export const ticketsText = (tickets: number) =>
  `${formatCount(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}`

/** '2 tickets revoked. 1 ticket stays valid: people are inside.' */
export function revokedText({ revoked, inside }: Revoked): string {
  const kept =
    inside > 0
      ? ` ${ticketsText(inside)} ${inside === 1 ? 'stays' : 'stay'} valid: people are inside.`
      : ''
  return `${ticketsText(revoked)} revoked.${kept}`
}
