import { type AdmissionPolicy, NO_LIMITS } from '../src/orders/placing/admission.ts'

/**
 * Makes an admission policy that pauses an order between the policy's check and the lock on its
 * ticket types, until `goOn` is called.
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
