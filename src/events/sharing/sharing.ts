import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { fill } from '../../messages/twin.rules.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'
import { checkEvent, lockOwnEvent } from '../check-event.ts'
import { EventError } from '../errors.ts'
import { selectPublicEvent } from '../events.sql.ts'
import type { SharingReply } from './sharing.contract.ts'
import { PUBLISHED_EMAIL, SHARING } from './sharing.text.ts'
import { SHORT_LINKS_MAX, shortLinkFault, shortLinkName } from './short-link.rules.ts'
import { insertShortLink, selectShortLinks } from './short-links.sql.ts'
import { storyPath } from './story.rules.ts'
import { type SharingDeps, storyFingerprint, toStory } from './story.ts'
import type { Story } from './story-picture.ts'

type ShareDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * The links, texts and pictures with which an organizer advertises a published event. Throws
 * event_not_found, or not_public if the event is a draft.
 */
export async function readSharing(
  deps: ShareDeps,
  viewer: Viewer,
  id: string,
): Promise<SharingReply> {
  await checkEvent(deps.db, viewer, id)
  return await sharingOf(deps.db, deps, id)
}

async function sharingOf(db: Db, deps: SharingDeps, id: string): Promise<SharingReply> {
  const row = await selectPublicEvent(db, deps.clock.now(), id)
  if (!row) throw new EventError('not_public')
  const origin = deps.env.publicOrigin
  const links = await selectShortLinks(db, row.id)
  const short_links = links.map(({ code, visits }) => {
    return { name: code, url: `${origin}/m/${code}`, visits: Number(visits) }
  })
  const url = short_links[0]?.url ?? `${origin}/event/${row.id}`
  const inEach = <T>(of: (language: Language) => T) => ({ en: of('en'), sw: of('sw') })
  const stories = inEach((language) => toStory(deps, row, { language, name: links[0]?.code }))
  return {
    url,
    dial: stories.en.dial?.code ?? null,
    texts: inEach((language) => whatsAppText(stories[language], { language, url })),
    pictures: inEach((language) => {
      const fingerprint = storyFingerprint(stories[language])
      return `${origin}/${storyPath(language, row.id, fingerprint)}`
    }),
    short_links,
  }
}

/** The text for WhatsApp. Has the price and the dial string only while the event is on sale. */
function whatsAppText(
  { title, note, when, place, price, dial }: Story,
  { language, url }: { language: Language; url: string },
): string {
  const link = { url: linkIn(language, url) }
  return [
    ...[title, ...(note ? [note.text] : []), when, place, ...(price ? [price] : []), ''],
    fill(price ? SHARING.tickets : SHARING.more, language, link),
    ...(dial ? [fill(SHARING.dial, language, { code: dial.code })] : []),
  ].join('\n')
}

/** The text of the email to an organizer whose event was published. Call it after publication. */
export async function publishedText(tx: Db, deps: SharingDeps, id: string): Promise<string> {
  const { published, link, dial, picture, text, next } = PUBLISHED_EMAIL
  const sharing = await sharingOf(tx, deps, id)
  return [
    published,
    `${link} ${sharing.url}`,
    ...(sharing.dial ? [`${dial} ${sharing.dial}`] : []),
    `${picture}\n${sharing.pictures.en}`,
    `${text}\n\n${sharing.texts.en}`,
    next,
  ].join('\n\n')
}

/**
 * Adds a short link with the name that the organizer chose to a published event. Throws
 * event_not_found, not_public, too_many_links, duplicate, or an AppError whose field is `name`.
 */
export async function addShortLink(
  deps: ShareDeps,
  viewer: Viewer,
  id: string,
  typed: string,
): Promise<SharingReply> {
  const now = deps.clock.now()
  const code = shortLinkName(typed)
  await inTransaction(deps.db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, id)
    // Also checks the name with spaces for its hyphens, which separate the words of an address.
    const words = code.replaceAll('-', ' ')
    const fault = shortLinkFault(code) ?? strangerWordsFault(code) ?? strangerWordsFault(words)
    if (fault) refuseField('name', fault)
    if (!event.is_published) throw new EventError('not_public')
    const links = await selectShortLinks(tx, event.id)
    if (links.some((link) => link.code === code)) return
    if (links.length >= SHORT_LINKS_MAX) throw new EventError('too_many_links')
    if (!(await insertShortLink(tx, { code, eventId: event.id, now }))) {
      throw new EventError('duplicate', {
        text: `The link ${code} is taken. Choose another name.`,
        details: { field: 'name' },
      })
    }
    await spend(tx, deps, viewer, { budget: 'saves', organizerId: event.organizer_id ?? event.id })
    await auditEvent(tx, viewer, event, { action: 'short_link_chosen', after: code, now })
  })
  return await sharingOf(deps.db, deps, id)
}
