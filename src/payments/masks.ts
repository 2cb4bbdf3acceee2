import type { Masks } from '../platform/log.ts'

export const paymentMasks: Masks = {
  // A CheckoutRequestID ends in the digits of its phone.
  lines: [[/ws_CO_\d+/g, 'ws_CO_…']],
}
