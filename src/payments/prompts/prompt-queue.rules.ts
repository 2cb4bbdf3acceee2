import { type AddressRecord, reputationOf } from '../../orders/address-record.rules.ts'

export type QueuedAddress = AddressRecord & {
  address: string
  /** Payments in the queue. */
  waiting: number
  /** The payment that waited longest and could be prompted now. */
  first: { id: string; since: Date } | null
}

/**
 * The round (from 0) of the payment behind `ahead` other payments of its address. Each address
 * gets one slot per round. Each unpaid prompt in its record moves it one round back, each paid
 * order ROUNDS_PER_PAID rounds ahead, so honest buyers who share an address are served like
 * others.
 */
function roundOf(record: AddressRecord, ahead: number): number {
  return Math.max(0, reputationOf(record).roundsBehind + ahead)
}

/** The payment in the earliest round and, within this round, with the longest wait. */
export function chooseNext(queue: readonly QueuedAddress[]): string | null {
  let next: { id: string; round: number; since: number } | null = null
  for (const address of queue) {
    if (!address.first) continue
    const { id } = address.first
    const [round, since] = [roundOf(address, 0), address.first.since.getTime()]
    const isEarlier =
      !next || round < next.round || (round === next.round && comesFirst({ id, since }, next))
    if (isEarlier) next = { id, round, since }
  }
  return next?.id ?? null
}

type Arrival = { id: string; since: number }

function comesFirst(one: Arrival, other: Arrival): boolean {
  return one.since < other.since || (one.since === other.since && one.id < other.id)
}

/** The number of slots before the slot of a payment that joins the queue from this address now. */
export function countAhead(queue: readonly QueuedAddress[], address: string): number {
  const own = queue.find((other) => other.address === address)
  const round = own ? roundOf(own, own.waiting) : 0
  return queue.reduce((sum, other) => sum + countUpTo(other, round), 0)
}

/** The number of the address's payments that get their slot in this round or earlier. */
function countUpTo(address: QueuedAddress, round: number): number {
  return Math.min(address.waiting, Math.max(0, round - reputationOf(address).roundsBehind + 1))
}
