import { inTransaction } from '../../platform/database/db.ts'
import { handleJob, queueJob } from '../../platform/jobs/jobs.ts'
import { cardOutdated, imageStored } from '../jobs.ts'
import { isDrawnCard } from './drawn-card.rules.ts'
import { lockCard, selectCard, selectUploader, setCard } from './drawn-card.sql.ts'
import { type CardDeps, type CardFace, cardStart, storeCard } from './drawn-card.ts'
import { freeUpload, takeUpload } from './images.sql.ts'

/**
 * Replaces the card of an event if the card shows another title or category than the event. A
 * poster stays. Keeps the event's `updated_at`, because an admin has read all that the card shows.
 */
export const redrawCard = (deps: CardDeps) =>
  handleJob(cardOutdated, async ({ eventId }) => {
    const event = await selectCard(deps.db, eventId)
    if (!event || !isOutdated(event)) return
    const account = await selectUploader(deps.db, event.image_key!)
    if (account === undefined) return
    const key = await storeCard(deps, account, event)
    await inTransaction(deps.db, async (tx) => {
      const now = await lockCard(tx, eventId)
      // If the event was saved during the drawing, that save has queued another job.
      if (now?.image_key !== event.image_key || cardStart(now) !== cardStart(event)) return
      if (!(await takeUpload(tx, key))) return
      await setCard(tx, eventId, { image_key: key })
      await freeUpload(tx, event.image_key!, deps.clock.now())
      await queueJob(tx, imageStored, { imageKey: key })
    })
  })

const isOutdated = ({ image_key, ...face }: CardFace & { image_key: string | null }) =>
  isDrawnCard(image_key) && !image_key!.startsWith(`${cardStart(face)}-`)
