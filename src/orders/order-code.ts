import { randomInt } from 'node:crypto'

// Without I, L, O and U: read aloud and typed without doubt.
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eight symbols, the account number that a buyer sees in the M-Pesa prompt. */
export function newOrderCode(): string {
  return Array.from({ length: 8 }, () => CROCKFORD[randomInt(32)]).join('')
}
