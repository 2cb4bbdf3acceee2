import type { Masks } from '../platform/log.ts'

// A CheckoutRequestID ends in the digits of its phone.
export const paymentMasks: Masks = [[/ws_CO_\d+/g, 'ws_CO_…']]
