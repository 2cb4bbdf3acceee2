import { type AdmissionPolicy, NO_LIMITS } from '../src/orders/placing/admission.ts'

/**
 * An admission policy with which an order, judged once, waits for `goOn` before it locks its ticket
 * types.
 */
export function pauseBeforeLock() {
  const judged = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const policy: AdmissionPolicy = {
    name: 'paused',
    read: async (...batch) => {
      judged.resolve()
      await mayGoOn.promise
      return await NO_LIMITS.read(...batch)
    },
  }
  return { policy, judged: judged.promise, goOn: mayGoOn.resolve }
}
