import type { OrderTicket } from '../../tickets/tickets.contract.ts'
import { countTickets } from '../choice.rules.ts'

type Bought = { tickets: number; addOns?: number | undefined }

type Sold = Pick<OrderTicket, 'quantity'> & Partial<Pick<OrderTicket, 'kind' | 'sold_in'>>

/** People of the tickets, and units of the add-ons. */
export function boughtOf(tickets: readonly Sold[]): Required<Bought> {
  const isAddOn = ({ kind }: Sold) => kind === 'add_on'
  const units = tickets.filter(isAddOn).map(({ quantity, sold_in: uses = 1 }) => ({
    quantity: Math.ceil(quantity / uses),
  }))
  return {
    tickets: countTickets(tickets.filter((ticket) => !isAddOn(ticket))),
    addOns: countTickets(units),
  }
}

/** 'You have 2 tickets' or 'You have 1 add-on'. */
export function boughtWords({ tickets, addOns = 0 }: Bought): string {
  if (tickets > 0 && addOns > 0) return `You have ${tickets + addOns} tickets and add-ons`
  if (addOns > 0) return addOns === 1 ? 'You have 1 add-on' : `You have ${addOns} add-ons`
  return tickets === 1 ? 'You have 1 ticket' : `You have ${tickets} tickets`
}
