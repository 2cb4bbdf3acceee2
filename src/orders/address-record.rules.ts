/**
 * Counts over the latest orders of a network address: orders that were paid, and orders whose
 * prompt was not paid.
 */
export type AddressRecord = { paid: number; unpaid: number }

/** An address with this many paid orders and no unpaid prompt has half of the maximum trust. */
const PAID_FOR_HALF = 20
/** Prompts per minute that each paid order adds. */
const PROMPTS_PER_PAID = 3
/**
 * Each paid order of an address moves the address's next prompts ahead by this many rounds of the
 * prompt queue.
 */
const ROUNDS_PER_PAID = 5

/** The factors by which a network address's limits grow and shrink. */
export function reputationOf({ paid, unpaid }: AddressRecord) {
  return {
    /**
     * From 0 to 1. A greater trust lets unpaid orders of the address hold more of the remaining
     * tickets.
     */
    trust: (paid / (paid + PAID_FOR_HALF)) * (paid / Math.max(1, paid + unpaid)),
    /** Prompts that the address may request per minute on top of the limit for all addresses. */
    extraPrompts: PROMPTS_PER_PAID * paid,
    /** Rounds of the prompt queue that the address waits longer; negative if it goes earlier. */
    roundsBehind: unpaid - ROUNDS_PER_PAID * paid,
  }
}
