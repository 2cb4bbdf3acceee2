import { type AddressRecord, reputationOf } from '../../orders/address-record.rules.ts'

/** What one network address has in line for prompts, and what came of its latest turns. */
export type AddressInLine = {
  address: string
  /** How many wait. */
  waiting: number
  /** The one that waits longest of those that could be prompted now. */
  first: { id: string; since: Date } | null
  /** Turns of the last minutes: prompts that were paid, and those that were not, or not yet. */
  paid: number
  unpaid: number
}

/**
 * The round in which the `ahead`th of those who wait at an address has its turn, from 0. An address
 * has one turn in a round, and is as many rounds behind as it had turns that nobody paid for. What
 * was paid brings it forward: its people then stand in line as if each had an address of his own.
 */
function roundOf(record: AddressRecord, ahead: number): number {
  return Math.max(0, reputationOf(record).roundsBehind + ahead)
}

/** Whose turn it is: who is in the earliest round, and of them who waits longest. */
export function chooseNext(line: readonly AddressInLine[]): string | null {
  let next: { id: string; round: number; since: number } | null = null
  for (const address of line) {
    if (!address.first) continue
    const { id } = address.first
    const [round, since] = [roundOf(address, 0), address.first.since.getTime()]
    const isEarlier =
      !next || round < next.round || (round === next.round && comesFirst({ id, since }, next))
    if (isEarlier) next = { id, round, since }
  }
  return next?.id ?? null
}

type InOrder = { id: string; since: number }

function comesFirst(one: InOrder, other: InOrder): boolean {
  return one.since < other.since || (one.since === other.since && one.id < other.id)
}

/** How many have their turn before somebody who joins the line at this address now. */
export function countBefore(line: readonly AddressInLine[], address: string): number {
  const own = line.find((other) => other.address === address)
  const round = own ? roundOf(own, own.waiting) : 0
  return line.reduce((sum, other) => sum + countUpTo(other, round), 0)
}

/** How many wait at the address whose round is this one or an earlier one. */
function countUpTo(address: AddressInLine, round: number): number {
  return Math.min(address.waiting, Math.max(0, round - reputationOf(address).roundsBehind + 1))
}
