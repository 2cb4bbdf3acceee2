import { formatCount } from './formats.rules.ts'

export type TicketCounts = {
  /** Tickets that people bought or ordered free of charge. */
  sold: number
  complimentary: number
  /** Places of sponsor links that are not claimed yet. */
  reserved: number
}

/** '2 sold, 8 complimentary, 5 reserved for sponsors'. Omits the last two parts if they are 0. */
export function countsText({ sold, complimentary, reserved }: TicketCounts): string {
  return [
    `${formatCount(sold)} sold`,
    ...(complimentary > 0 ? [`${formatCount(complimentary)} complimentary`] : []),
    ...(reserved > 0 ? [`${formatCount(reserved)} reserved for sponsors`] : []),
  ].join(', ')
}
