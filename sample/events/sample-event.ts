import { createHash } from 'node:crypto'
import type { When } from './sample-dates.ts'

/** A step ends once its quantity is sold, or at 11:59 PM in Nairobi `days` days after the first start. */
type SampleStep = { name: string; price: number; quantity?: number; days?: number }

export type SampleTicketType = {
  name: string
  description: string
  /** In shillings, with at most two decimals. */
  price: number
  capacity: number
  maxPerOrder: number
  gates: GateName[]
  steps?: SampleStep[]
  /** The sale begins at 10 AM in Nairobi, this many days after the first start. */
  saleFromDays?: number
}

/** An event as written in the lists of this folder. */
export type WrittenEvent = {
  /** The name of the poster file and the seed of the ids. Visitors never see this key. */
  key: string
  /** Set if the specification fixes the id. Otherwise the id is computed from the key. */
  id?: string
  title: string
  description: string
  location: string
  when: When
  /** The start of the event, HH:MM in Nairobi. */
  time: string
  attendees: number | null
  /** Starting price in shillings, for events without ticket types. */
  price?: number
  flags?: Flag[]
  types: SampleTicketType[]
}

export type SampleEvent = WrittenEvent & { id: string; category: CategoryName }

type Flag = 'hero' | 'featured' | 'draft' | 'sold-out' | 'limited' | 'new' | 'fees-on-top'

/** The names of the gates. A ticket type's gate offsets are indexes into this list. */
export const GATE_NAMES = [
  'Gate A',
  'Gate B',
  'Gate C',
  'Gate D',
  'VIP Gate',
  'Family Gate',
  'Lakeside Gate',
  'Stage Door',
] as const
type GateName = (typeof GATE_NAMES)[number]

export const CATEGORY_NAMES = ['Concerts', 'Festivals', 'Theater', 'Sports', 'Comedy'] as const
export type CategoryName = (typeof CATEGORY_NAMES)[number]

/**
 * An id computed from a name. The id is the same on every machine, so that pictures and links stay
 * valid.
 */
export function sampleId(name: string): string {
  const hex = createHash('sha256').update(`lango sample ${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function ticketType(
  name: string,
  price: number,
  capacity: number,
  more: { description?: string; max?: number; gates?: GateName[] } & Pick<
    SampleTicketType,
    'steps' | 'saleFromDays'
  > = {},
): SampleTicketType {
  const { description = '', max = 4, gates = [], ...sale } = more
  return { name, description, price, capacity, maxPerOrder: max, gates, ...sale }
}
