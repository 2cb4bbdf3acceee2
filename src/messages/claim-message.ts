import { batchByDatabase } from '../platform/database/batch.ts'
import type { Deps } from '../platform/database/deps.ts'
import { startInTurn, startSending } from './messages.sql.ts'
import { SMS_TURN } from './sms-rate.rules.ts'

type ClaimDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type ToClaim = { deps: ClaimDeps; channel: 'sms' | 'email'; id: string }
export type Claimed = Awaited<ReturnType<typeof startSending>>[number]

const claim = batchByDatabase<ToClaim, Claimed | 'not yet' | null>(claimAll)

/**
 * Marks a message as being sent, with all of its channel that are there together; committed once it
 * answers. Null for one that is not queued, for it may have left, and for one that is too late; 'not
 * yet' where the gateway was given as many as it takes.
 */
export async function claimMessage(
  deps: ClaimDeps,
  channel: 'sms' | 'email',
  id: string,
): Promise<Claimed | 'not yet' | null> {
  return await claim(deps.db, channel, { deps, channel, id })
}

/** Of the same one twice the first has it. */
async function claimAll(all: ToClaim[]): Promise<(Claimed | 'not yet' | null)[]> {
  const { started, waiting } = await start(all[0]!, [...new Set(all.map(({ id }) => id))])
  const left = new Map<string, Claimed | 'not yet'>()
  for (const id of waiting) left.set(id, 'not yet')
  for (const message of started) if (message.state === 'sending') left.set(message.id, message)
  return all.map(({ id }) => {
    const message = left.get(id) ?? null
    left.delete(id)
    return message
  })
}

async function start({ deps: { db, env, clock }, channel }: ToClaim, ids: string[]) {
  const perSecond = channel === 'sms' ? env.sms.perSecond : 0
  const now = clock.now()
  if (perSecond > 0) return await startInTurn(db, ids, { name: SMS_TURN, perSecond, now })
  return { started: await startSending(db, ids, now), waiting: [] }
}
