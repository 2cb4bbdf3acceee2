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
type Purpose = 'data' | 'free' | 'seller'

type CodeKey = {
  purpose: Purpose
  /** The id of the event that the code is for; '' if the code is for no event. */
  scope: string
  /** In its stored form. */
  phone: string
}

const HOUR_MS = 3600_000
/** A code works in the window in which it was made and in the next ones. */
const WINDOW_MS = 15 * 60_000
const DIGITS = 6
const TRIES = 5

/**
 * The windows in which a code works. A browser keeps the code of a free order for half an hour after
 * the buyer has typed it. Each window makes one more of a million codes right: a script may try 20
 * codes a day for a phone, and 300 an hour from an address, so from 100 addresses it hits one phone
 * in eight hours, and no phone that it can choose.
 */
const WINDOWS: Readonly<Record<Purpose, number>> = { data: 2, free: 4, seller: 2 }

type CodeSms = CodeKey & {
  address: string
  text: (code: string) => string
  /** Counts the SMS against the budget of an organization. If it throws, nothing is sent. */
  spend?: (tx: Tx) => Promise<void>
  /** If it returns false, the call counts towards the limits, and nothing is sent. */
  isWanted?: () => Promise<boolean>
}

/**
 * Sends the code of the current window to a phone, or throws too_many_requests. The code is computed
 * from the purpose, the scope, the phone and the window, so no table stores the request.
 */
export async function sendPhoneCode(deps: CodeDeps, sms: CodeSms): Promise<void> {
  const { transferPerPhone: max, transferPerAddress } = deps.env.limits
  const { purpose, phone, address } = sms
  const limits: Limit[] = [
    { key: `${purpose}-code:${address}`, max: transferPerAddress, windowMs: HOUR_MS },
    { key: `${purpose}-code:${phone}`, max, windowMs: HOUR_MS },
    { key: `${purpose}-code-day:${phone}`, max: 2 * max, windowMs: 24 * HOUR_MS },
  ]
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
 * Whether the phone has this code now. Only wrong codes count towards the limits; beyond a limit the
 * call throws too_many_requests, also for the right code. After false, the caller counts the guess
 * over all addresses (`noteWrongCode`).
 */
export async function checkPhoneCode(
  deps: CodeDeps,
  { code, address, ...key }: CodeKey & { code: string; address: string },
): Promise<boolean> {
  const { purpose, phone } = key
  const limits: Limit[] = [
    { key: `${purpose}-try:${phone}`, max: TRIES, windowMs: WINDOW_MS },
    { key: `${purpose}-try-day:${phone}`, max: 4 * TRIES, windowMs: 24 * HOUR_MS },
    {
      key: `${purpose}-try:${address}`,
      max: deps.env.limits.transferPerAddress,
      windowMs: HOUR_MS,
    },
  ]
  const typed = withoutMarks(code)
  return await within(
    deps,
    limits,
    async () => isCodeOf(deps, key, typed),
    (right) => right,
  )
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
