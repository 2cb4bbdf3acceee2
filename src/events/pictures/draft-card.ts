import type { Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { EventError } from '../errors.ts'
import { cardOutdated, imageStored } from '../jobs.ts'
import { isDrawnCard } from './drawn-card.rules.ts'
import { isReadyToSend, selectCard, setCard } from './drawn-card.sql.ts'
import { type CardDeps, storeCard } from './drawn-card.ts'
import { takeUpload } from './images.sql.ts'
import { limitUploads } from './images.ts'

/**
 * Draws the card of a draft without picture before it is sent in, outside the transaction, because
 * files are stored slowly. Null if the draft needs none, or cannot be sent in. Throws
 * card_not_drawn or too_many_requests.
 */
export async function drawDraftCard(
  deps: CardDeps,
  viewer: Viewer,
  id: string,
): Promise<string | null> {
  if (!isUuid(id) || !(await isReadyToSend(deps.db, viewer, id))) return null
  const event = await selectCard(deps.db, id)
  if (!event || event.image_key !== null) return null
  return await limitUploads(deps, viewer, () => storeCard(deps, viewer.accountId, event))
}

type Pictured = { id: string; image_key: string | null }

/**
 * Gives a locked draft the drawn card, unless the organizer has uploaded a poster since. Returns the
 * draft. The queued job draws another card if the title was changed during the drawing.
 */
export async function giveCard<E extends Pictured>(
  tx: Tx,
  { event, card, now }: { event: E; card: string | null; now: Date },
): Promise<E> {
  if (event.image_key !== null) return event
  if (card === null || !(await takeUpload(tx, card))) throw new EventError('card_not_drawn')
  await setCard(tx, event.id, { image_key: card, updated_at: now })
  await queueJob(tx, imageStored, { imageKey: card })
  await queueJob(tx, cardOutdated, { eventId: event.id })
  return { ...event, image_key: card }
}

/**
 * Removes the address of a card from the input if the event has a card. A form that was opened
 * before the job drew a new card sends the address of the former card.
 */
export function withoutFormerCard<I extends { image?: string | null }>(
  { image_key }: Pictured,
  input: I,
): I {
  if (!isDrawnCard(image_key) || !isDrawnCard(input.image)) return input
  const { image: _, ...rest } = input
  return rest as I
}

/** Queues the drawing of an event's card if the change concerns the card. */
export async function redrawIfChanged(
  tx: Tx,
  { id, image_key }: Pictured,
  change: { title?: unknown; category_id?: unknown; image_key?: unknown },
): Promise<void> {
  const shown = [change.title, change.category_id, change.image_key]
  if (!isDrawnCard(image_key) || shown.every((one) => one === undefined)) return
  await queueJob(tx, cardOutdated, { eventId: id })
}
