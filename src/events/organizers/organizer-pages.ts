import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { queueEmail } from '../../messages/outbox.ts'
import { findStrangerWords, strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { organizersOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { cleanText } from '../../platform/values/clean-text.rules.ts'
import { selectOrganizerAccount } from '../editing/event-edit.sql.ts'
import { readName } from '../editing/parse-event.ts'
import { EventError } from '../errors.ts'
import { toEventReply } from '../event-reply.ts'
import { selectEventsOf } from '../events.sql.ts'
import { imageKeyOf, imageUrl } from '../image.rules.ts'
import { freeUpload, takeUpload } from '../pictures/images.sql.ts'
import { selectTicketTypes } from '../ticket-types.sql.ts'
import type { OrganizerInput, OrganizerReply } from './organizer.contract.ts'
import { aroundChange, NAME_MAX } from './organizer.rules.ts'
import {
  lockOrganizer,
  type OrganizerPage,
  selectOrganizer,
  upsertOrganizerPage,
} from './organizer.sql.ts'
import { type Links, SITES, type Site } from './organizer-links.rules.ts'
import { readLink } from './read-link.rules.ts'

type PageDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The most upcoming events and the most past events that the page lists. */
const COMING_MAX = 60
const PAST_MAX = 24

const mayEdit = (viewer: Viewer | null, id: string) =>
  viewer !== null && (viewer.role === 'admin' || organizersOf(viewer, 'edit').includes(id))

/**
 * The public page of an organizer. If the account has no published event, only its owner, members
 * with the right to edit and admins can read the page, because a private person's name must not be
 * public. Throws organizer_not_found.
 */
export async function readOrganizer(
  deps: PageDeps,
  viewer: Viewer | null,
  organizerId: string,
): Promise<OrganizerReply> {
  const found = isUuid(organizerId) ? await selectOrganizer(deps.db, organizerId) : undefined
  if (!found || !(found.is_public || mayEdit(viewer, found.id))) {
    throw new EventError('organizer_not_found')
  }
  const { id, name, about: words, image_key, whatsapp, instagram, tiktok } = found
  const { is_public, asked_name } = found
  const origin = deps.env.publicOrigin
  const image = image_key === null ? null : imageUrl(origin, image_key)
  const now = deps.clock.now()
  const coming = await selectEventsOf(deps.db, now, { id, isPast: false, limit: COMING_MAX })
  const past = await selectEventsOf(deps.db, now, { id, isPast: true, limit: PAST_MAX })
  const ids = [...coming, ...past].map((event) => event.id)
  const types = ids.length > 0 ? await selectTicketTypes(deps.db, ids) : []
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  const toReply = (row: (typeof coming)[number]) =>
    toEventReply(deps.env, row, byEvent.get(row.id) ?? [], now)
  const lists = { coming: coming.map(toReply), past: past.map(toReply) }
  const waiting = mayEdit(viewer, id) ? { asked_name } : {}
  const links = { whatsapp, instagram, tiktok }
  return { id, name, words, image, ...links, is_public, ...waiting, ...lists }
}

/**
 * Saves the page of an organizer. Throws an AppError: organizer_not_found if the viewer may not
 * edit the page; image_gone; or an error that names the field at fault.
 */
export async function saveOrganizer(
  deps: PageDeps,
  viewer: Viewer,
  id: string,
  input: OrganizerInput,
): Promise<OrganizerReply> {
  if (!isUuid(id) || !mayEdit(viewer, id.toLowerCase())) {
    throw new EventError('organizer_not_found')
  }
  await inTransaction(deps.db, async (tx) => {
    const old = await lockOrganizer(tx, id)
    if (!old) throw new EventError('organizer_not_found')
    const page = {
      ...old,
      ...(input.name !== undefined && nameChange(viewer, input.name, old)),
      ...(input.words !== undefined && { about: cleanText(input.words) }),
      ...(input.image !== undefined && { image_key: readImage(input.image, deps.env) }),
      ...readLinks(viewer, input, old),
    }
    const now = deps.clock.now()
    await takePicture(tx, old.image_key, page.image_key, now)
    await upsertOrganizerPage(tx, page, now)
    if (viewer.role === 'admin' && old.asked_name !== null && page.asked_name === null) {
      await mailDecision(tx, deps, { id: old.id, askedName: old.asked_name, name: page.name, now })
    }
    const values = changedValues(old, page)
    if (!values) return
    await spend(tx, deps, viewer, { budget: 'saves', organizerId: id.toLowerCase() })
    const entry = { action: 'organizer_page_changed', subject: page.name, ...values }
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [entry])
  })
  return await readOrganizer(deps, viewer, id)
}

type NameChange = Partial<Pick<OrganizerPage, 'name' | 'asked_name' | 'is_name_decided'>>

/**
 * The columns that a typed name changes. A name with words that only an admin may allow waits for
 * approval, because SMS begin with the name. Throws an AppError that names the field.
 */
function nameChange(viewer: Viewer, typed: string, old: OrganizerPage): NameChange {
  const name = readName(typed, NAME_MAX)
  if (viewer.role === 'admin') return { name, asked_name: null, is_name_decided: true }
  if (name === old.name) return { asked_name: null }
  if (strangerWordsFault(name) !== null) return { asked_name: name }
  return { name, asked_name: null, is_name_decided: false }
}

/** The links that the input changes. Throws an AppError that names the field. */
function readLinks(viewer: Viewer, input: OrganizerInput, old: Links): Partial<Links> {
  const sent = SITES.filter((site) => input[site] !== undefined)
  return Object.fromEntries(
    sent.map((site) => {
      const reading = readLink(site, input[site] ?? '')
      if ('fault' in reading) refuseField(site, `${reading.fault}.`)
      const { value } = reading
      if (viewer.role !== 'admin' && value !== old[site]) refuseImitation(site, value ?? '')
      return [site, value]
    }),
  )
}

/** A handle such as 'kcb.kenya' would make a page look like a bank's, so only admins set it. */
function refuseImitation(site: Site, value: string): void {
  if (site === 'whatsapp') return
  const found = findStrangerWords(value.replace(/[._]/g, ' '))
  const fault = found.find((one) => one.fault === 'trusted' || one.fault === 'money')
  if (!fault) return
  refuseField(site, `Only our admins add a name with '${fault.words}'. Please write to us.`)
}

type Decision = { id: string; askedName: string; name: string; now: Date }

/** Queues an email to the organizer about the name that an admin chose. */
async function mailDecision(
  tx: Tx,
  { env }: PageDeps,
  { id, askedName, name, now }: Decision,
): Promise<void> {
  const organizer = await selectOrganizerAccount(tx, id)
  assert(organizer, 'a page has an account')
  const isAllowed = askedName === name
  await queueEmail(tx, {
    to: organizer.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject: isAllowed ? 'Your new name is public' : 'We could not use your new name',
    text: [
      'Hello,',
      isAllowed
        ? `Visitors and SMS now show your name as '${name}'.`
        : `We could not use the name '${askedName}'. Visitors and SMS show '${name}'.`,
      `${env.publicOrigin}/organizer/page`,
    ].join('\n\n'),
    dedupeKey: `request_decided:${newId()}`,
    now,
  })
}

const shown = (page: OrganizerPage) => ({
  name: page.name,
  words: page.about,
  picture: page.image_key,
  whatsapp: page.whatsapp,
  instagram: page.instagram,
  tiktok: page.tiktok,
  asked_name: page.asked_name,
})

/** The number of letters of a text that the audit log stores. */
const LOGGED_MAX = 200

/**
 * The changed values of a page, before and after, for the audit log. A long text is cut to the
 * letters around the first change. Null if nothing changed.
 */
function changedValues(old: OrganizerPage, page: OrganizerPage) {
  const [before, after] = [shown(old), shown(page)]
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => before[name] !== after[name],
  )
  if (names.length === 0) return null
  const cut = (value: string | null, other: string | null) =>
    value === null ? null : aroundChange(value, other ?? '', LOGGED_MAX)
  return {
    before: Object.fromEntries(names.map((name) => [name, cut(before[name], after[name])])),
    after: Object.fromEntries(names.map((name) => [name, cut(after[name], before[name])])),
  }
}

function readImage(address: string | null, { publicOrigin }: Deps['env']): string | null {
  if (address === null || address === '') return null
  const key = imageKeyOf(address, publicOrigin)
  return key ?? refuseField('image', 'image must be an address of an upload.')
}

async function takePicture(tx: Tx, old: string | null, key: string | null, now: Date) {
  if (key === old) return
  if (key !== null && !(await takeUpload(tx, key))) {
    throw new EventError('image_gone', { details: { field: 'image' } })
  }
  if (old !== null) await freeUpload(tx, old, now)
}
