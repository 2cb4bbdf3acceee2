// All calls share this formatter, because creating a formatter for each call costs more than the
// rest of a page.
const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** 'KES 1,500' or 'KES −1,500' from whole shillings. */
export function formatKes(shillings: number): string {
  return `KES ${kes.format(shillings).replace('-', '−')}`
}

/** 'KES 1,500', or 'KES 1,500.50' if there are cents. */
export function formatKesAndCents(shillings: number): string {
  const cents = Math.abs(Math.round(shillings * 100)) % 100
  const whole = formatKes(Math.trunc(shillings))
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`
}

/** 'KES 1,500' from cents; 'nothing' for null. */
export function amountText(cents: number | null): string {
  return cents === null ? 'nothing' : formatKesAndCents(toKes(cents))
}

/**
 * The charge of an order line in whole shillings. Mobile money has no cents, so each line is
 * rounded up. Pages, prompts and figures all use this function.
 */
export function lineAmountKes(priceCents: number, quantity: number): number {
  return Math.ceil((priceCents * quantity) / 100)
}

/** Shillings from cents, with up to two decimals, for replies, messages and screens. */
export function toKes(cents: number): number {
  return cents / 100
}

/** Whole shillings from cents, for a prompt. Throws if cents would be lost. */
export function toWholeKes(cents: number): number {
  if (cents % 100 !== 0) throw new Error(`${cents} cents are no whole shillings`)
  return cents / 100
}

/** Cents from a JSON number of shillings; null if it has more than two decimals. */
export function toCents(shillings: number): number | null {
  // Adding 0 turns -0 into 0.
  const cents = Math.round(shillings * 100) + 0
  // The amount is not zero, but so small that the check below would take it for a rounding error.
  if (cents === 0 && shillings !== 0) return null
  // The rounding error of a large amount grows with the amount.
  const error = 1e-6 + 4 * Number.EPSILON * Math.abs(cents)
  return Number.isSafeInteger(cents) && Math.abs(shillings * 100 - cents) < error ? cents : null
}

/** A fee of each sale: hundredths of a percent, and cents for each item. */
export type Fee = { basis_points: number; fixed_cents: number }

/** The account's own fee, even if it is 0. Without an own fee, the fee of the settings. */
export const feeOf = (own: Fee | null, setting: Fee): Fee => own ?? setting
