import { checkPhoneCode } from '../messages/phone-codes.ts'
import { REPLIES } from '../messages/replies.text.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError, type CodeOf } from '../platform/errors.ts'
import { isWithin, type Limit, waitOf, within } from '../platform/limits/limits.ts'
import { ticketCounters } from './declarations.ts'
import { TicketError } from './errors.ts'
import { readTicketNumber } from './number.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3600_000

type LookupDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>

type Lookup<T> = {
  /** The IP address or phone for which misses are counted. */
  address: string
  miss: CodeOf<typeof TicketError> | AppError
  find: () => Promise<T | null | undefined>
  /** How many misses a failed look-up counts as. Default: 1. */
  guesses?: number
}

/**
 * Returns a found ticket even to a caller over the limit, because a number cannot be guessed
 * without the gate key. Counts misses.
 */
export async function findByNumber<T>(deps: LookupDeps, lookup: Lookup<T>): Promise<T> {
  const found = await lookup.find()
  return found ?? (await findWithin<T>(deps, { ...lookup, find: async () => null }))
}

/** Finds a ticket by its typed number. Throws no_such_ticket. */
export async function findByTyped<T>(
  deps: LookupDeps,
  { typed, address }: { typed: string; address: string },
  select: (number: string) => Promise<T | undefined>,
): Promise<T> {
  const number = readTicketNumber(typed)
  const find = async () => (number === null ? null : await select(number))
  return await findByNumber(deps, { address, miss: 'no_such_ticket', find })
}

/** Receipts and codes can be guessed, so a caller over the limit gets 429 even for a hit. */
export async function findWithin<T>(deps: LookupDeps, lookup: Lookup<T>): Promise<T> {
  const max = deps.env.limits.missPerAddress
  const { address, guesses: by = 1 } = lookup
  const counted = { by, windowMs: MINUTE_MS, isCountedAfter: true, text: REPLIES.missedOften }
  const limit = { ...counted, key: `miss:${address}`, max }
  const seek = async () => {
    const found = await lookup.find()
    if (!found) ticketCounters(deps.metrics).lookupMisses.inc()
    return found
  }
  const all = { ...counted, ...missesOfAll(deps) }
  const found = await within(deps, [limit, all], seek, (result) => Boolean(result)).catch(
    async (error) => {
      if ((await waitOf(deps, all)) !== null) await alarm(deps)
      throw error
    },
  )
  if (found) return found
  throw lookup.miss instanceof AppError ? lookup.miss : new TicketError(lookup.miss)
}

/**
 * Limits the misses of all addresses together, because a caller with many addresses stays below the
 * limit of each. Above this limit, only whole ticket numbers are found.
 */
const missesOfAll = ({ env }: Pick<Deps, 'env'>) => ({
  key: 'miss',
  max: env.limits.missTotal,
  windowMs: MINUTE_MS,
})

/** Like `checkPhoneCode`, but also counts wrong codes towards the limit over all addresses. */
export async function isRightCode(
  deps: Omit<LookupDeps, 'metrics'>,
  typed: Parameters<typeof checkPhoneCode>[1],
): Promise<boolean> {
  const isRight = await checkPhoneCode(deps, typed)
  if (!isRight) await noteWrongCode(deps)
  return isRight
}

/** Counts a wrong code towards the limit over all addresses. The caller limits tries per code. */
export async function noteWrongCode(deps: Omit<LookupDeps, 'metrics'>): Promise<void> {
  if (!(await isWithin(deps, missesOfAll(deps)))) await alarm(deps)
}

async function alarm(deps: Omit<LookupDeps, 'metrics'>): Promise<void> {
  const isFirst = await isWithin(deps, { key: 'miss-alarm', max: 1, windowMs: MINUTE_MS })
  if (!isFirst) return
  const { missTotal } = deps.env.limits
  deps.log.error({ missTotal }, 'codes and ticket numbers may be guessed from many addresses')
}

/** Limits the codes that are sent, because strangers must not flood a holder's phone. */
export function transferLimits(
  { env }: Pick<Deps, 'env'>,
  { ticketId, holder, address }: { ticketId: string; holder: string; address: string },
): Limit[] {
  const { transferPerPhone: max, transferPerAddress } = env.limits
  return [
    { key: `transfer:${address}`, max: transferPerAddress, windowMs: HOUR_MS },
    { key: `transfer:${ticketId}`, max, windowMs: HOUR_MS, text: REPLIES.codesSentOften },
    // Each code allows a few guesses, so the number of codes per day is limited too.
    {
      key: `transfer-day:${ticketId}`,
      max: 2 * max,
      windowMs: 24 * HOUR_MS,
      text: REPLIES.codesSentOften,
    },
    { key: `transfer:${holder}`, max, windowMs: HOUR_MS, text: REPLIES.codesSentOften },
  ]
}

/** Limits the transfers to a phone, because senders must not flood the phone. */
export function receivedLimit({ env }: Pick<Deps, 'env'>, phone: string): Limit {
  return {
    key: `received:${phone}`,
    max: env.limits.transferPerPhone,
    windowMs: HOUR_MS,
    text: REPLIES.ticketsReceivedOften,
  }
}

export function resendLimit({ env }: Pick<Deps, 'env'>, phone: string): Limit {
  return {
    key: `resend:${phone}`,
    max: env.limits.resendPerPhone,
    windowMs: HOUR_MS,
    text: 'Tickets were resent to this phone several times.',
  }
}

export function emailLimits(
  { env }: Pick<Deps, 'env'>,
  { orderId, to, address }: { orderId: string; to: string; address: string },
): Limit[] {
  const { transferPerPhone: max, transferPerAddress } = env.limits
  const text = REPLIES.ticketsEmailedOften
  return [
    { key: `mailed:${address}`, max: transferPerAddress, windowMs: HOUR_MS, text },
    { key: `mailed:${orderId}`, max, windowMs: HOUR_MS, text },
    { key: `mailed:${to.toLowerCase()}`, max, windowMs: HOUR_MS, text },
  ]
}
