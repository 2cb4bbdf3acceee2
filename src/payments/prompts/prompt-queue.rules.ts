import { type AddressRecord, reputationOf } from '../../orders/address-record.rules.ts'

export type QueuedAddress = AddressRecord & {
  address: string
  /** Payments in the queue. */
  waiting: number
  /** The payment that waited longest and could be prompted now. */
  first: { id: string; since: Date } | null
}

/**
 * The round, from 0, if `ahead` payments of the address come first: a slot per round, a round later
 * for each recent unpaid prompt, and earlier for each paid one. Honest buyers behind one address
 * are so served as if each had an address.
 */
function roundOf(record: AddressRecord, ahead: number): number {
  return Math.max(0, reputationOf(record).roundsBehind + ahead)
}

/** The earliest round; then the longest wait. */
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

/** Slots before a payment that joins at this address now. */
export function countAhead(queue: readonly QueuedAddress[], address: string): number {
  const own = queue.find((other) => other.address === address)
  const round = own ? roundOf(own, own.waiting) : 0
  return queue.reduce((sum, other) => sum + countUpTo(other, round), 0)
}

/** Payments that get their slot in this round or earlier. */
function countUpTo(address: QueuedAddress, round: number): number {
  return Math.min(address.waiting, Math.max(0, round - reputationOf(address).roundsBehind + 1))
}
