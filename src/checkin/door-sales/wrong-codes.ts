import { AppError } from '../../platform/errors.ts'
import { type Limit, within } from '../../platform/limits/limits.ts'
import type { DoorOrder, SaleDeps } from './door-order.ts'

const HOUR_MS = 3600_000
const WRONG_PER_HOUR = 20

/** Throws too_many_requests if the gate phone has sent too many unknown codes in an hour. */
export async function withinWrongCodes<T>(
  deps: SaleDeps,
  phone: { id: string },
  { promoCode }: Pick<DoorOrder, 'promoCode'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!promoCode) return await work()
  const limit: Limit = {
    key: `promo-code:gate:${phone.id}`,
    max: WRONG_PER_HOUR,
    windowMs: HOUR_MS,
    text: 'Too many codes were not valid. Sell without a code.',
  }
  let refusal: unknown
  const done = await within(
    deps,
    [limit],
    () =>
      work().then(
        (result) => ({ result }),
        (error) => {
          if (!(error instanceof AppError && error.code === 'unknown_code')) throw error
          refusal = error
          return null
        },
      ),
    (result) => result !== null,
  )
  if (done === null) throw refusal
  return done.result
}
