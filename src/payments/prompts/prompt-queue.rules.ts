import { type AddressRecord, reputationOf } from '../../orders/address-record.rules.ts'

/** The payments of a network address in the prompt queue, and the results of its recent prompts. */
export type QueuedAddress = AddressRecord & {
  address: string
  /** How many payments of the address are in the queue. */
  waiting: number
  /** The payment that has waited longest and could be prompted now. */
  first: { id: string; since: Date } | null
}

/**
 * The round, counted from 0, in which an address gets its next slot if `ahead` of its payments come
 * first. Each address gets one slot per round. Each recent prompt that was not paid makes the
 * address wait one round longer, and each prompt that was paid makes it wait fewer rounds. So
 * honest buyers behind one address are served as if each had a separate address.
 */
function roundOf(record: AddressRecord, ahead: number): number {
  return Math.max(0, reputationOf(record).roundsBehind + ahead)
}

/**
 * Chooses the payment with the earliest round; among several, the payment that has waited longest.
 */
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

/**
 * The number of payments that get a slot before a payment that joins the queue at this address now.
 */
export function countAhead(queue: readonly QueuedAddress[], address: string): number {
  const own = queue.find((other) => other.address === address)
  const round = own ? roundOf(own, own.waiting) : 0
  return queue.reduce((sum, other) => sum + countUpTo(other, round), 0)
}

/** Counts the payments of an address that get their slot in this round or in an earlier round. */
function countUpTo(address: QueuedAddress, round: number): number {
  return Math.min(address.waiting, Math.max(0, round - reputationOf(address).roundsBehind + 1))
}
