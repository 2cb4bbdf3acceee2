import { formatCount } from './formats.rules.ts'

type SoldUnits = {
  /** People; how often it is redeemed, of an add-on. */
  quantity: number
  ticket_type: string
  /** Absent: 1. */
  sold_in?: number | undefined
  /** Absent: an entry. */
  kind?: string | undefined
}

/** '3 × VIP', '10 × Table of 10 (100 people)' or '2 × Three drinks'. */
export function unitsText({ quantity, ticket_type, sold_in = 1, kind }: SoldUnits): string {
  const units = `${formatCount(Math.ceil(quantity / sold_in))} × ${ticket_type}`
  return sold_in === 1 || kind === 'add_on' ? units : `${units} (${formatCount(quantity)} people)`
}
