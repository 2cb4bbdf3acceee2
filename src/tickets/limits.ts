import type { Deps } from '../platform/database/deps.ts'
import type { CodeOf } from '../platform/errors.ts'
import { type Limit, within } from '../platform/limits/limits.ts'
import { ticketCounters } from './declarations.ts'
import { TicketError } from './errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3600_000

type LookupDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics'>

type Lookup<T> = {
  /** Who looks. */
  address: string
  /** How it is refused where there is nothing. */
  miss: CodeOf<typeof TicketError>
  find: () => Promise<T | null | undefined>
}

/**
 * What is looked up by a ticket number, whose 72 unknown bits nobody guesses: always answered where
 * it is there, however often others behind the same address missed. Misses are limited.
 */
export async function findByNumber<T>(deps: LookupDeps, lookup: Lookup<T>): Promise<T> {
  const found = await lookup.find()
  return found ?? (await findWithin<T>(deps, { ...lookup, find: async () => null }))
}

/**
 * What is looked up by less, such as a receipt's ten symbols: past the limit of misses a hit and a
 * miss are answered alike, so that guessing ends there.
 */
export async function findWithin<T>(deps: LookupDeps, lookup: Lookup<T>): Promise<T> {
  const max = deps.env.limits.missPerAddress
  const limit = { key: `miss:${lookup.address}`, max, windowMs: MINUTE_MS, isCountedAfter: true }
  const seek = async () => {
    const found = await lookup.find()
    if (!found) ticketCounters(deps.metrics).lookupMisses.inc()
    return found
  }
  const found = await within(deps, [limit], seek, (result) => Boolean(result))
  if (!found) throw new TicketError(lookup.miss)
  return found
}

const TOLD_OFTEN = 'Codes for this ticket were sent several times. Please wait an hour.'

/** For who asks for a code to send a ticket on: the phone that has it must not be bombed. */
export function transferLimits(
  { env }: Pick<Deps, 'env'>,
  { ticketId, holder, address }: { ticketId: string; holder: string; address: string },
): Limit[] {
  const { transferPerPhone: max, transferPerAddress } = env.limits
  return [
    { key: `transfer:${address}`, max: transferPerAddress, windowMs: HOUR_MS },
    { key: `transfer:${ticketId}`, max, windowMs: HOUR_MS, text: TOLD_OFTEN },
    // Each code may be guessed at a few times: not day after day.
    { key: `transfer-day:${ticketId}`, max: 2 * max, windowMs: 24 * HOUR_MS, text: TOLD_OFTEN },
    { key: `transfer:${holder}`, max, windowMs: HOUR_MS, text: TOLD_OFTEN },
  ]
}

/** What one phone is sent by others: a stranger's must not be bombed with tickets either. */
export function receivedLimit({ env }: Pick<Deps, 'env'>, phone: string): Limit {
  return {
    key: `received:${phone}`,
    max: env.limits.transferPerPhone,
    windowMs: HOUR_MS,
    text: 'This phone was sent several tickets just now. Please wait an hour.',
  }
}

/** For who has tickets sent again: a buyer's phone must not be bombed. */
export function resendLimit({ env }: Pick<Deps, 'env'>, phone: string): Limit {
  return {
    key: `resend:${phone}`,
    max: env.limits.resendPerPhone,
    windowMs: HOUR_MS,
    text: 'This phone was sent its tickets again several times. Please wait an hour.',
  }
}

const MAILED_OFTEN = 'These tickets were sent by e-mail several times. Please wait an hour.'

/** For who has tickets mailed: no mailbox is to be bombed with them, and none filled from one place. */
export function emailLimits(
  { env }: Pick<Deps, 'env'>,
  { orderId, to, address }: { orderId: string; to: string; address: string },
): Limit[] {
  const { transferPerPhone: max, transferPerAddress } = env.limits
  return [
    { key: `mailed:${address}`, max: transferPerAddress, windowMs: HOUR_MS, text: MAILED_OFTEN },
    { key: `mailed:${orderId}`, max, windowMs: HOUR_MS, text: MAILED_OFTEN },
    { key: `mailed:${to.toLowerCase()}`, max, windowMs: HOUR_MS, text: MAILED_OFTEN },
  ]
}
