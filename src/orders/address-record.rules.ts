/** The paid and the unpaid among an address's latest orders. Unpaid: the prompt was not paid. */
export type AddressRecord = { paid: number; unpaid: number }

/** The number of paid orders for half of the maximum trust, if no prompt stayed unpaid. */
const PAID_FOR_HALF = 20
/** The number of additional prompts per minute for each paid order. */
const PROMPTS_PER_PAID = 3
/** The rounds (one prompt per address) that a paid order moves an address ahead in the queue. */
const ROUNDS_PER_PAID = 5

export function reputationOf({ paid, unpaid }: AddressRecord) {
  return {
    /** From 0 to 1. With more trust, unpaid orders may hold more of the remaining tickets. */
    trust: (paid / (paid + PAID_FOR_HALF)) * (paid / Math.max(1, paid + unpaid)),
    /** Prompts per minute in addition to the limit that applies to all addresses. */
    extraPrompts: PROMPTS_PER_PAID * paid,
    /** The rounds that the address waits longer in the prompt queue. Negative if it waits less. */
    roundsBehind: unpaid - ROUNDS_PER_PAID * paid,
  }
}
