import { formatCount } from './formats.rules.ts'

type SoldUnits = {
  /** The number of people, or how often an add-on can be redeemed. */
  quantity: number
  ticket_type: string
  /** How many people are sold as one unit. If absent: 1. */
  sold_in?: number | undefined
  /** If absent, the kind is an entry. */
  kind?: string | undefined
}

/** '3 × VIP', '10 × Table of 10 (100 people)' or '2 × Three drinks'. */
export function unitsText({ quantity, ticket_type, sold_in = 1, kind }: SoldUnits): string {
  const units = `${formatCount(Math.ceil(quantity / sold_in))} × ${ticket_type}`
  return sold_in === 1 || kind === 'add_on' ? units : `${units} (${formatCount(quantity)} people)`
}
