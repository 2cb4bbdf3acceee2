import { coalesceByDatabase } from '../platform/coalesce.ts'
import type { Deps } from '../platform/deps.ts'
import { startSending } from './messages.sql.ts'

type ClaimDeps = Pick<Deps, 'db' | 'clock'>
type ToClaim = { deps: ClaimDeps; id: string }
export type Claimed = Awaited<ReturnType<typeof startSending>>[number]

const claim = coalesceByDatabase<ToClaim, Claimed | null>({ run: claimAll, again: () => null })

/**
 * Marks a message as being sent, with all of its channel that are there together; committed once it
 * answers. Null for one that is not queued, for it may have left, and for one that is too late.
 */
export async function claimMessage(
  deps: ClaimDeps,
  channel: 'sms' | 'email',
  id: string,
): Promise<Claimed | null> {
  return await claim(deps.db, channel, { deps, id })
}

/** Of the same one twice the first has it. */
async function claimAll(all: ToClaim[]): Promise<(Claimed | null)[]> {
  const { db, clock } = all[0]!.deps
  const ids = new Set(all.map(({ id }) => id))
  const claimed = await startSending(db, [...ids], clock.now())
  const sending = claimed.filter(({ state }) => state === 'sending')
  const left = new Map(sending.map((message) => [message.id, message]))
  return all.map(({ id }) => {
    const message = left.get(id) ?? null
    left.delete(id)
    return message
  })
}
