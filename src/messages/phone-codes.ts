import { createHmac } from 'node:crypto'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isOneOf } from '../platform/http/is-one-of.ts'
import { newId } from '../platform/ids.ts'
import { type Limit, within } from '../platform/limits/limits.ts'
import { withoutMarks } from '../platform/values/phone.rules.ts'
import { queueSms } from './outbox.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** A code works for one purpose only. */
type Purpose = 'answers' | 'data' | 'free' | 'payout' | 'seller' | 'tickets'

type CodeKey = {
  purpose: Purpose
  /** The id of the event or account for which the code is valid, or '' if valid everywhere. */
  scope: string
  /** The phone number in its stored form. */
  phone: string
}

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** The length of a window. A code works in its own window and in the next ones (see WINDOWS). */
const WINDOW_MS = 15 * 60_000
const DIGITS = 6
const TRIES = 5
const DAY_TRIES = 4 * TRIES

/**
 * The number of windows in which a code works. A browser keeps the code of a free order for half an
 * hour after the buyer has typed it, so 4 of 1,000,000 codes are right. One address has 300 tries
 * an hour, so it finds a code every 1,000,000 / (300 × 4) = 833 hours, and 100 addresses find one
 * every 8 hours, on any phones. One phone has at most 1,000 tries a day for an event, so the chance
 * is 1,000 × 4 / 1,000,000 = 0.4 % a day. For other codes: 20 tries × 2 codes / 1,000,000 = 0.004 %
 * a day. All these chances double while a new session secret replaces another.
 */
const WINDOWS: Readonly<Record<Purpose, number>> = {
  answers: 2,
  data: 2,
  free: 4,
  payout: 2,
  seller: 2,
  tickets: 2,
}

type CodeSms = CodeKey & {
  address: string
  text: (code: string) => string
  /** Counts the SMS against the budget of an organization. If it throws, nothing is sent. */
  spend?: (tx: Tx) => Promise<void>
  /** If it returns false, the call counts towards the limits, and nothing is sent. */
  isWanted?: () => Promise<boolean>
}

/**
 * Sends the code of the current window to a phone. Throws too_many_requests. The code is computed
 * from the purpose, the scope, the phone and the window, so no table stores codes.
 */
export async function sendPhoneCode(deps: CodeDeps, sms: CodeSms): Promise<void> {
  const { purpose, phone } = sms
  const limits = sendLimits(deps.env.limits, sms)
  await within(deps, limits, async () => {
    if (sms.isWanted && !(await sms.isWanted())) return
    const now = deps.clock.now()
    const code = codeOf(deps.env.sessionSecrets[0]!, sms, windowOf(now))
    await inTransaction(deps.db, async (tx) => {
      await sms.spend?.(tx)
      await queueSms(tx, {
        phone,
        body: sms.text(code),
        dedupeKey: `${purpose}_code:${newId()}`,
        forgetText: true,
        now,
      })
    })
  })
}

/**
 * Whether this is the phone's code now. Only wrong codes count towards the limits. After a limit
 * is reached, the call throws too_many_requests, even for the right code. `isRightCode` (tickets)
 * also limits the guesses of all addresses together.
 */
export async function checkPhoneCode(
  deps: CodeDeps,
  { code, address, ...key }: CodeKey & { code: string; address: string },
): Promise<boolean> {
  const limits = tryLimits(deps.env.limits, { ...key, address })
  const typed = withoutMarks(code)
  return await within(
    deps,
    limits,
    async () => isCodeOf(deps, key, typed),
    (right) => right,
  )
}

type Limits = Deps['env']['limits']
type Caller = CodeKey & { address: string }

/** Limits requests for codes: for free orders also per event, so that no event uses up all. */
function sendLimits(limits: Limits, { purpose, scope, phone, address }: Caller): Limit[] {
  const { transferPerPhone: max, transferPerAddress, freeCodePerAddress } = limits
  if (purpose !== 'free') {
    return [
      { key: `${purpose}-code:${address}`, max: transferPerAddress, windowMs: HOUR_MS },
      { key: `${purpose}-code:${phone}`, max, windowMs: HOUR_MS },
      { key: `${purpose}-code-day:${phone}`, max: 2 * max, windowMs: DAY_MS },
    ]
  }
  return [
    // Honest buyers may share one address of an operator, so they count together here.
    { key: `free-code:${address}`, max: freeCodePerAddress, windowMs: HOUR_MS },
    { key: `free-code-${scope}:${phone}`, max, windowMs: HOUR_MS },
    { key: `free-code-day-${scope}:${phone}`, max: 2 * max, windowMs: DAY_MS },
    { key: `free-code-all:${phone}`, max: 6 * max, windowMs: DAY_MS },
  ]
}

/**
 * Limits wrong codes. For a free order, one address has 20 tries a day for a phone and an event,
 * and all addresses together have 1,000. A stranger needs 50 addresses to lock the owner of a phone
 * out of an event for a day. Other codes open private data, so all addresses together have 20 tries
 * a day for a phone. If a stranger uses up these tries, the owner must wait.
 */
function tryLimits(limits: Limits, { purpose, scope, phone, address }: Caller): Limit[] {
  const isFree = purpose === 'free'
  const few = isFree ? `-${scope}-${phone}:${address}` : `:${phone}`
  const all = { key: `free-try-all-${scope}:${phone}`, max: 50 * DAY_TRIES, windowMs: DAY_MS }
  return [
    { key: `${purpose}-try${few}`, max: TRIES, windowMs: WINDOW_MS },
    { key: `${purpose}-try-day${few}`, max: DAY_TRIES, windowMs: DAY_MS },
    ...(isFree ? [all] : []),
    { key: `${purpose}-try:${address}`, max: limits.transferPerAddress, windowMs: HOUR_MS },
  ]
}

const windowOf = (now: Date) => Math.floor(now.getTime() / WINDOW_MS)

function isCodeOf({ env, clock }: Pick<Deps, 'env' | 'clock'>, key: CodeKey, typed: string) {
  const last = windowOf(clock.now())
  const windows = Array.from({ length: WINDOWS[key.purpose] }, (_, before) => last - before)
  const codes = env.sessionSecrets.flatMap((secret) =>
    windows.map((window) => codeOf(secret, key, window)),
  )
  return isOneOf(typed, codes)
}

function codeOf(secret: string, { purpose, scope, phone }: CodeKey, window: number): string {
  const text = [purpose, scope, phone, window].join(':')
  const hash = createHmac('sha256', secret).update(text).digest()
  return String(hash.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}
