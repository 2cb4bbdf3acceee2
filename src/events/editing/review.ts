import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { listWords } from '../../platform/values/list-words.rules.ts'
import type { RequestKind } from '../../requests/request-kind.ts'
import { setProposal } from '../../requests/requests.sql.ts'
import { ask } from '../../requests/requests.ts'
import { timeOfSave } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import { EventReply } from '../events.contract.ts'
import { drawDraftCard, giveCard } from '../pictures/draft-card.ts'
import type { CardDeps } from '../pictures/drawn-card.ts'
import { applyInput } from './edit-event.ts'
import { endReview, publishedNotice } from './end-review.ts'
import { differencesOf } from './event-diff.rules.ts'
import { ApproveRequest, ReturnEventRequest, type ZeroPrices } from './event-edit.contract.ts'
import {
  type LockedEvent,
  lockEvent,
  lockTypes,
  publishesAlone,
  updateEvent,
} from './event-edit.sql.ts'
import { NO_TYPE_TEXT } from './event-form.rules.ts'
import { readManagedEvent } from './managed-events.ts'
import { requireDraft, requirePublishable, requireStart } from './own-drafts.ts'
import { readInstant } from './parse-event.ts'
import { wholeWith, withChange } from './pending-change.rules.ts'
import { type ChangeDeps, storedInput } from './pending-change.ts'
import {
  decideName,
  type EventProposal,
  lockHost,
  selectChangesSince,
  selectHost,
  selectSeen,
} from './review.sql.ts'
import { hostWordsToCheck, wordsToCheck } from './words-to-check.ts'

type Subject = { event: LockedEvent }

async function lock(tx: Tx, viewer: Viewer, id: string): Promise<Subject> {
  const event = isUuid(id) ? await lockEvent(tx, viewer, id) : undefined
  if (!event) throw new EventError('event_not_found')
  return { event }
}

/** Whether neither the draft nor its organizer's page has words that an admin must check. */
async function isClean(tx: Tx, deps: ChangeDeps, viewer: Viewer, event: LockedEvent) {
  const stored = await storedInput(tx, deps, viewer, event.id)
  const host = await selectHost(tx, event.organizer_id)
  return wordsToCheck(stored).length + hostWordsToCheck(host).length === 0
}

/**
 * Sends a draft in, and notifies admins. Does nothing if the draft waits for a decision already.
 * If its organizer needs no approval, and the draft has no words that an admin must check, publishes
 * the draft immediately. A draft without picture gets a drawn card. Throws event_not_found,
 * was_published, price_zero, card_not_drawn, or an AppError that names the field at fault.
 */
export async function sendIn(
  deps: Pick<Deps, 'db' | 'env' | 'clock'> & CardDeps,
  viewer: Viewer,
  id: string,
  zero_prices: ZeroPrices | undefined,
): Promise<void> {
  const card = await drawDraftCard(deps, viewer, id)
  await inTransaction(deps.db, async (tx) => {
    const { event: locked } = await lock(tx, viewer, id)
    const now = timeOfSave(deps.clock.now(), locked)
    requireDraft(locked)
    requireStart(locked)
    const event = await giveCard(tx, { event: locked, card, now })
    const types = await lockTypes(tx, event.id)
    if (types.every(({ archived_at }) => archived_at !== null)) {
      refuseField('ticket_types', NO_TYPE_TEXT)
    }
    await answerZeroPrices(tx, deps, viewer, { event, zero_prices, now })
    const isAlone = viewer.role !== 'admin' && (await publishesAlone(tx, event))
    if (isAlone && (await isClean(tx, deps, viewer, event))) {
      await publish(tx, viewer, { event, now })
      return await endReview(tx, deps, viewer, { event, now })
    }
    const proposal = { change: null, ...(await selectSeen(tx, event.id)) }
    const notice = {
      what: 'Draft submitted',
      text: 'has submitted a draft. Publish it or return it:',
    }
    const asked = { kind: 'event', id: event.id, proposal, event, notice, now } as const
    if (!(await ask(tx, deps, viewer, asked))) return
    await auditEvent(tx, viewer, event, { action: 'event_sent_in', now })
  })
}

/**
 * Requests to publish a draft, or to change a published event. An approval contains the event's
 * `updated_at` and the version of the organizer's public page ('' without an organizer). It throws
 * stale, with the changes from the audit log; page_stale; or the error of the save, if the change
 * is no longer possible.
 */
export const eventRequests: RequestKind<Subject, EventProposal> = {
  name: 'event',
  approve: { url: '/api/events/:id/approve', access: 'admin', body: ApproveRequest },
  return: { url: '/api/events/:id/return', access: 'admin', body: ReturnEventRequest },
  reply: EventReply,
  read: readManagedEvent,
  lock,
  named: ({ updated_at, page_version }) => [
    new Date(readInstant(updated_at)).toISOString(),
    page_version ??
      refuseField('page_version', 'page_version is required: send the one that you read.'),
  ],
  async version(tx, { subject: { event } }) {
    const host = await lockHost(tx, event.organizer_id)
    return [event.updated_at.toISOString(), host?.version ?? '']
  },
  async stale(tx, { subject: { event } }, [read]) {
    const updated_at = event.updated_at.toISOString()
    if (updated_at === read) return new EventError('page_stale')
    const changes = await selectChangesSince(tx, event.id, new Date(read!))
    return new EventError('stale', { details: { updated_at, changes } })
  },
  notWaiting: () => new EventError('not_sent_in'),
  async apply(tx, deps, viewer, { subject: { event }, request, approval, now: at }) {
    const now = timeOfSave(at, event)
    const host = await selectHost(tx, event.organizer_id)
    if (host && hostWordsToCheck(host).length > 0) {
      await decideName(tx, { accountId: event.organizer_id!, name: host.name, now })
    }
    const { change } = request.proposal
    const { zero_prices } = approval
    if (!change) {
      await answerZeroPrices(tx, deps, viewer, { event, zero_prices, now })
      await publish(tx, viewer, { event, now })
      return await publishedNotice(tx, deps, event)
    }
    const stored = await storedInput(tx, deps, viewer, event.id)
    const input = { ...withChange(stored, change), ...(zero_prices && { zero_prices }) }
    await applyInput(tx, deps, viewer, { old: event, input, now })
    await updateEvent(tx, event.id, { updated_at: now })
    await auditEvent(tx, viewer, event, { action: 'event_change_approved', now })
    const changed = new Set(differencesOf(stored, input).map(({ what }) => what))
    const changes = changed.size === 1 ? 'change' : 'changes'
    return {
      what: 'Changed',
      text: `We made the ${changes} that you requested: ${listWords([...changed])}.`,
    }
  },
  async end(tx, deps, viewer, { subject: { event }, request, note, now }) {
    const { change } = request.proposal
    const host = await selectHost(tx, event.organizer_id)
    const seen = wholeWith(await storedInput(tx, deps, viewer, event.id), change)
    const proposal: EventProposal = { change, seen, seen_page: host?.version ?? '' }
    await setProposal(tx, 'event', event.id, proposal)
    await auditEvent(tx, viewer, event, { action: 'event_returned', now, after: note })
    return { what: 'Please change', text: returnText(event, note) }
  },
}

/** Makes types at KES 0 free if the answer is 'free'. Throws price_zero without an answer. */
async function answerZeroPrices(
  tx: Tx,
  deps: ChangeDeps,
  viewer: Viewer,
  {
    event,
    zero_prices,
    now,
  }: { event: LockedEvent; zero_prices: ZeroPrices | undefined; now: Date },
): Promise<void> {
  const input = zero_prices ? { zero_prices } : {}
  await applyInput(tx, deps, viewer, { old: event, input, now, isForSale: true })
}

async function publish(
  tx: Tx,
  viewer: Viewer,
  { event, now }: { event: LockedEvent; now: Date },
): Promise<void> {
  requirePublishable(event)
  await updateEvent(tx, event.id, { is_published: true, updated_at: now })
  await auditEvent(tx, viewer, event, { action: 'event_published', now })
}

function returnText({ is_published }: LockedEvent, note: string): string {
  const [what, next] = is_published
    ? ['We did not make the change that you requested', 'You can change the event again.']
    : ['We could not publish your event yet', 'Change the draft and send it in again.']
  return `${what}:\n\n${note}\n\n${next}`
}
