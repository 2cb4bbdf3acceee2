import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { isoText } from '../../platform/values/nairobi.rules.ts'
import { foldCode, isForPrice, toCodeTerms, unlocks } from '../codes/code.rules.ts'
import { countGuess } from '../codes/code-limits.ts'
import { selectCode, selectHiddenTypes, type WrittenCode } from '../codes/codes.sql.ts'
import { toPublicReply } from '../event-reply.ts'
import type { EventReply, PromoReply } from '../events.contract.ts'
import { selectPublicEvent } from '../events.sql.ts'
import { moneyOf } from '../payout-plan/payout-release.rules.ts'
import { isOpenAt } from '../price.rules.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type Sent = { id: string; code: string; address: string }

/**
 * A public event with a valid promo code: with the types that the code unlocks and the prices that
 * it lowers. Null if the event is not public, the code is not valid for the event now, or the
 * address has sent too many wrong codes. The page then shows the event without a code.
 */
export async function readWithCode(deps: CodeDeps, sent: Sent): Promise<EventReply | null> {
  const code = await findCode(deps, sent)
  return code && ((await readUnlocked(deps, sent.id, code))?.event ?? null)
}

/** The event's promo code with these digits, if usable now. Callers must limit wrong guesses. */
export async function findDialledCode(
  { db, clock }: Pick<CodeDeps, 'db' | 'clock'>,
  { id, digits }: { id: string; digits: string },
): Promise<WrittenCode | null> {
  const found = await selectCode(db, id, { digits })
  return found && isOpenAt(found, clock.now().getTime()) ? found : null
}

/**
 * A public event as the promo code changes it, and the ids of the ticket types that the code
 * unlocks or lowers in price. Null if the event is not public.
 */
export async function readUnlocked(
  deps: CodeDeps,
  id: string,
  code: WrittenCode,
): Promise<{ event: EventReply; typeIds: string[] } | null> {
  const now = deps.clock.now()
  const row = await selectPublicEvent(deps.db, now, id)
  if (!row) return null
  const shown = row.ticket_types.map((type) => ({ ...type, is_hidden: false }))
  const hidden = await selectHiddenTypes(deps.db, code.type_ids)
  const types = [...shown, ...hidden.map((type) => ({ ...type, is_hidden: true }))]
    .sort((one, other) => one.type_offset - other.type_offset)
    .map((type) => (isForPrice(code, type) ? { ...type, code } : type))
  // The share card shows only what visitors without a code see.
  const { share_image } = toPublicReply(deps.env, row, row.ticket_types, now)
  const whole = toPublicReply(deps.env, row, types, now)
  const isUnlocked = (id: string) => hidden.some((type) => type.id === id)
  const ticket_types = whole.ticket_types.map((type) =>
    isUnlocked(type.id) ? { ...type, is_hidden: true } : type,
  )
  const as_of = now.toISOString()
  const money = moneyOf(deps.env, whole, { heldUntil: row.held_until, now })
  const event = { ...whole, ticket_types, share_image, as_of, promo: toPromo(code), ...money }
  const coded = types.filter((type) => isForPrice(code, type) || unlocks(code, type))
  return { event, typeIds: coded.map((type) => type.id) }
}

async function findCode(deps: CodeDeps, { id, code, address }: Sent): Promise<WrittenCode | null> {
  const fold = foldCode(code)
  // Does not count a text that cannot be a code as a wrong guess.
  if (fold === null || !isUuid(id)) return null
  if (!(await mayGuess(deps, { eventId: id, address, code: { fold } }))) return null
  const found = await selectCode(deps.db, id, { fold })
  return found && isOpenAt(found, deps.clock.now().getTime()) ? found : null
}

async function mayGuess(deps: CodeDeps, guess: Parameters<typeof countGuess>[1]): Promise<boolean> {
  try {
    await countGuess(deps, guess)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

function toPromo(code: WrittenCode): PromoReply {
  const { left, max_per_phone, ends_at } = code
  return {
    ...toCodeTerms(code),
    code: code.code,
    left: left === null ? null : Math.max(0, left),
    max_per_phone,
    ends_at: isoText(ends_at),
  }
}
