// One formatter for all: making one per call costs more than the rest of a page.
const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** 'KES 1,500' from whole shillings. */
export function formatKes(shillings: number): string {
  return `KES ${kes.format(shillings)}`
}

/** 'KES 1,500', or 'KES 1,500.50' where there are cents. */
export function formatKesAndCents(shillings: number): string {
  const cents = Math.round(shillings * 100) % 100
  const whole = formatKes(Math.trunc(shillings))
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`
}

/**
 * What a line is charged, in whole shillings. Mobile money takes no cents, so each line is rounded
 * up; what a page shows, what is charged and what figures sum are then the same number.
 */
export function lineAmountKes(priceCents: number, quantity: number): number {
  return Math.ceil((priceCents * quantity) / 100)
}

/** Shillings from cents, with up to two decimals: as answers, messages and screens tell them. */
export function toKes(cents: number): number {
  return cents / 100
}

/** Whole shillings from cents, as a prompt takes them. Nothing may be lost on the way. */
export function toWholeKes(cents: number): number {
  if (cents % 100 !== 0) throw new Error(`${cents} cents are no whole shillings`)
  return cents / 100
}

/** Cents from a JSON number of shillings; null if it has more than two decimals. */
export function toCents(shillings: number): number | null {
  const cents = Math.round(shillings * 100)
  return Number.isSafeInteger(cents) && Math.abs(shillings * 100 - cents) < 1e-6 ? cents : null
}
