import { createHmac } from 'node:crypto'
import { queueSms } from '../messages/outbox.ts'
import { SMS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { isOneOf } from '../platform/http/is-one-of.ts'
import { newId } from '../platform/ids.ts'
import { type Limit, within } from '../platform/limits/limits.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { withoutMarks } from '../platform/values/phone.rules.ts'
import { noteWrongCode } from '../tickets/limits.ts'
import { PrivacyError } from './errors.ts'
import { isPhoneStored } from './people.sql.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type CheckDeps = CodeDeps & Pick<Deps, 'log'>

const HOUR_MS = 3600_000
/** A code works in the window in which it was made and in the next one. */
const WINDOW_MS = 15 * 60_000
const DIGITS = 6
const TRIES = 5

/**
 * Sends the code of the current window to a phone, if the shop stores anything about the phone. The
 * code is computed from the phone and the window, so no table stores the request.
 */
export async function sendDataCode(
  deps: CodeDeps,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  const { transferPerPhone: max, transferPerAddress } = deps.env.limits
  const limits: Limit[] = [
    { key: `data-code:${address}`, max: transferPerAddress, windowMs: HOUR_MS },
    { key: `data-code:${phone}`, max, windowMs: HOUR_MS },
    { key: `data-code-day:${phone}`, max: 2 * max, windowMs: 24 * HOUR_MS },
  ]
  await within(deps, limits, async () => {
    if (!(await isPhoneStored(deps.db, phone))) return
    const now = deps.clock.now()
    const code = codeOf(deps.env.sessionSecrets[0]!, phone, windowOf(now))
    await inTransaction(deps.db, (tx) =>
      queueSms(tx, {
        phone,
        body: fill(SMS.dataCode, language, { code }),
        dedupeKey: `data_code:${newId()}`,
        forgetText: true,
        now,
      }),
    )
  })
}

/**
 * Throws `wrong_data_code` if the phone has no such code now. Only wrong codes count towards the
 * limits, and towards the limit over all addresses that raises an alarm.
 */
export async function checkDataCode(
  deps: CheckDeps,
  { phone, code, address }: { phone: string; code: string; address: string },
): Promise<void> {
  const limits: Limit[] = [
    { key: `data-try:${phone}`, max: TRIES, windowMs: WINDOW_MS },
    { key: `data-try-day:${phone}`, max: 4 * TRIES, windowMs: 24 * HOUR_MS },
    { key: `data-try:${address}`, max: deps.env.limits.transferPerAddress, windowMs: HOUR_MS },
  ]
  const typed = withoutMarks(code)
  const isRight = await within(
    deps,
    limits,
    async () => isCodeOf(deps, phone, typed),
    (right) => right,
  )
  if (isRight) return
  await noteWrongCode(deps)
  throw new PrivacyError('wrong_data_code', { details: { field: 'code' } })
}

const windowOf = (now: Date) => Math.floor(now.getTime() / WINDOW_MS)

function isCodeOf({ env, clock }: Pick<Deps, 'env' | 'clock'>, phone: string, typed: string) {
  const last = windowOf(clock.now())
  const codes = env.sessionSecrets.flatMap((secret) =>
    [last, last - 1].map((window) => codeOf(secret, phone, window)),
  )
  return isOneOf(typed, codes)
}

function codeOf(secret: string, phone: string, window: number): string {
  const hash = createHmac('sha256', secret).update(`data:${phone}:${window}`).digest()
  return String(hash.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
}
