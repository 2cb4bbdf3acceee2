import type { Tx } from '../../platform/database/db.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { EventError } from '../errors.ts'
import { imageStored } from '../jobs.ts'
import { freeUpload, hasEventWithImage, takeUpload } from '../pictures/images.sql.ts'
import { hasCategory, lockTypes, selectOrganizerAccount } from './event-edit.sql.ts'
import { REQUIRED_TEXT } from './event-form.rules.ts'
import type { EventChange } from './parse-event.ts'

type Pointers = {
  id: string
  category_id: string | null
  organizer_id: string | null
  image_key: string | null
}

/**
 * Checks the category, organizer and picture that a save gives an event, and claims the picture for
 * the event. Returns the organizer's email address. Throws an AppError: not_found, has_sales,
 * unconfirmed_organizer, image_gone.
 */
export async function checkReferences(
  tx: Tx,
  old: Pointers | null,
  change: EventChange,
  now: Date,
): Promise<string | null> {
  const { category_id = null, organizer_id = old?.organizer_id ?? null } = change
  const isNewCategory = category_id !== null && category_id !== old?.category_id
  if (isNewCategory && !(await hasCategory(tx, category_id))) unknown('category_id', 'category')
  const organizer = organizer_id === null ? null : await selectOrganizerAccount(tx, organizer_id)
  if (organizer === undefined) unknown('organizer_id', 'organizer')
  if (old && organizer_id !== old.organizer_id) await refuseIfSold(tx, old)
  if (organizer && organizer_id !== old?.organizer_id && organizer.confirmed_at === null) {
    throw new EventError('unconfirmed_organizer', {
      text: `${organizer.email} has not been confirmed yet, and only an account with a confirmed address may own events.`,
      details: { field: 'organizer_id' },
    })
  }
  await takeImage(tx, old?.image_key ?? null, change.image_key, now)
  return organizer?.email ?? null
}

/**
 * Locks the ticket types, so that no sale reads the former organizer. Throws has_sales if an event
 * with an organizer has sold tickets. An event without an organizer may always get one.
 */
async function refuseIfSold(tx: Tx, { id, organizer_id }: Pointers): Promise<void> {
  const types = await lockTypes(tx, id)
  if (organizer_id === null || types.every(({ first_sold_at }) => first_sold_at === null)) return
  throw new EventError('has_sales', { details: { field: 'organizer_id' } })
}

function unknown(field: string, what: string): never {
  throw new AppError('not_found', {
    text: `This ${what} no longer exists. Reload the page and choose again.`,
    details: { field },
  })
}

async function takeImage(
  tx: Tx,
  old: string | null,
  key: string | null | undefined,
  now: Date,
): Promise<void> {
  if (key === undefined || key === old) return
  if (key === null) refuseField('image', REQUIRED_TEXT)
  if (!(await takeUpload(tx, key)) && !(await hasEventWithImage(tx, key))) {
    throw new EventError('image_gone', { details: { field: 'image' } })
  }
  if (old !== null) await freeUpload(tx, old, now)
  await queueJob(tx, imageStored, { imageKey: key })
}
