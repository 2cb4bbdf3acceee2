import { randomUUID } from 'node:crypto'
import type { Stage } from './stage.ts'

/**
 * Fills the queue of SMS up to the limit for mass messages. Returns a function that empties the
 * queue.
 */
export async function fillSmsLine({ db }: Pick<Stage, 'db'>): Promise<() => Promise<void>> {
  const jobs = Array.from({ length: 60 }, () => ({
    name: 'messages.queued',
    lane: 'send',
    payload: JSON.stringify({ messageId: randomUUID() }),
  }))
  const waiting = await db.insertInto('job').values(jobs).returning('id').execute()
  const ids = waiting.map(({ id }) => id)
  return async () => {
    await db.deleteFrom('job').where('id', 'in', ids).execute()
  }
}
