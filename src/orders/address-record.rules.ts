/** Counts over the latest orders of a network address; unpaid: the prompt was not paid. */
export type AddressRecord = { paid: number; unpaid: number }

/** Paid orders, without an unpaid prompt, that give half of the maximum trust. */
const PAID_FOR_HALF = 20
/** Prompts per minute that each paid order adds. */
const PROMPTS_PER_PAID = 3
/** Rounds of the prompt queue by which each paid order moves an address ahead. */
const ROUNDS_PER_PAID = 5

export function reputationOf({ paid, unpaid }: AddressRecord) {
  return {
    /** From 0 to 1. More trust lets unpaid orders hold more of the remaining tickets. */
    trust: (paid / (paid + PAID_FOR_HALF)) * (paid / Math.max(1, paid + unpaid)),
    /** Prompts per minute on top of the limit for all addresses. */
    extraPrompts: PROMPTS_PER_PAID * paid,
    /** Rounds of the prompt queue that the address waits longer; negative: earlier. */
    roundsBehind: unpaid - ROUNDS_PER_PAID * paid,
  }
}
