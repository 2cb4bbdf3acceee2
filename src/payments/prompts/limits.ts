import { selectAddressRecords } from '../../orders/placing/address-record.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { PaymentError } from '../errors.ts'
import { paymentTimes } from '../times.ts'
import { lineTerms } from './line.ts'
import { type Obstacles, selectObstacles, type Waiting } from './obstacles.sql.ts'
import { promptGate } from './prompt-gate.sql.ts'
import { countUnanswered, type Unanswered } from './unanswered.sql.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const ADDRESS_WINDOW_MS = 60_000
/** Every order that was paid lets so many more be asked for in a minute. */
const PROMPTS_PER_PAID = 3
const PHONE_TEXT =
  'Too many payment requests were sent to this phone. Wait ten minutes and try again.'

type Asker = {
  phone: string
  /** Who asks. */
  address: string
  /** Where the order was asked from first: its prompts are that address's; null is the phone's own. */
  askedFrom: string | null
}

/**
 * For who asks for a prompt: per phone and per network address. A stranger's phone must not be
 * bombed, so the prompts that nobody answered on it count; an operator puts thousands of phones
 * behind one address, so that what is asked for is counted there, and grows with what it has paid.
 */
export async function pushLimits(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { phone, address, askedFrom }: Asker,
): Promise<Limit[]> {
  const { pushPerPhone, pushPerAddress } = env.limits
  const record = (await selectAddressRecords(db, [address], clock.now())).get(address)!
  const max = pushPerAddress + PROMPTS_PER_PAID * record.paid
  const wait = async () => {
    const since = new Date(clock.now().getTime() - PHONE_WINDOW_MS)
    const unanswered = await countUnanswered(db, { phone, since, address: askedFrom ?? phone })
    return isEnough(unanswered, pushPerPhone) ? PHONE_WINDOW_MS / 1000 : null
  }
  return [
    { wait, text: PHONE_TEXT },
    { key: `push:${address}`, max, windowMs: ADDRESS_WINDOW_MS },
  ]
}

/** What speaks against the prompt of a payment in line, or of one that need not join it. */
export async function readObstacles(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { asked_from, ...payment }: Omit<Waiting, 'address'> & { asked_from: string | null },
): Promise<Obstacles> {
  const since = new Date(clock.now().getTime() - PHONE_WINDOW_MS)
  const address = asked_from ?? payment.phone
  return await selectObstacles(tx, { ...payment, address }, since)
}

/** The same as for who asks, for one in line with many that asked in the same moment. */
export function isBombed({ env }: Pick<Deps, 'env'>, { unanswered }: Obstacles): boolean {
  return isEnough(unanswered, env.limits.pushPerPhone)
}

/**
 * An address that has sent none which nobody answered may be the owner's, whom strangers must not
 * keep from buying: it may send one more, until there are twice as many.
 */
function isEnough({ own, all }: Unanswered, max: number): boolean {
  return all >= (own === 0 ? 2 * max : max)
}

type GateDeps = Pick<Deps, 'env' | 'timeScale'>

/** For an order that is paid by hand: no prompt goes out, and who asks for it counts all the same. */
export function paybillGateAt({ env }: Pick<GateDeps, 'env'>, now: Date) {
  const parts = promptGate({
    now,
    since: now,
    perPhone: 1_000_000,
    perAddress: env.limits.pushPerAddress,
    perPaid: PROMPTS_PER_PAID,
    windowMs: ADDRESS_WINDOW_MS,
    line: null,
  })
  return { parts, windowMs: ADDRESS_WINDOW_MS }
}

/** The same limits, and the line, for new orders, within the statement that places them. */
export function promptGateAt({ env, timeScale }: GateDeps, now: Date) {
  const { pushPerPhone, pushPerAddress, pushRate } = env.limits
  const { inLineMaxMs } = paymentTimes(timeScale)
  const line =
    pushRate === 0
      ? null
      : { ...lineTerms({ timeScale }, now), gapMs: 1000 / pushRate, inLineMaxMs }
  const parts = promptGate({
    now,
    since: new Date(now.getTime() - PHONE_WINDOW_MS),
    perPhone: pushPerPhone,
    perAddress: pushPerAddress,
    perPaid: PROMPTS_PER_PAID,
    windowMs: ADDRESS_WINDOW_MS,
    line,
  })
  return { parts, windowMs: ADDRESS_WINDOW_MS }
}

/** What the gate's word means for who asked. */
export function gateRefusal(refusal: string, waitS: number | null): AppError {
  const retryAfter = waitS ?? PHONE_WINDOW_MS / 1000
  if (refusal === 'line') return new PaymentError('busy_line', { retryAfter })
  const text = refusal === 'phone' ? PHONE_TEXT : undefined
  return new AppError('too_many_requests', { ...(text && { text }), retryAfter })
}
