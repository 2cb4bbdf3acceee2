import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { asOfOf, newsOf, toEventReply } from '../event-reply.ts'
import type { PreviewReply } from '../events.contract.ts'
import { selectAnyEvent } from '../events.sql.ts'
import { mayStillEdit } from './event-edit.sql.ts'
import { readManagedEvent } from './managed-events.ts'

type PreviewDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const PREVIEW_DAYS = 7
/**
 * The positions in a token, in bytes: the event's id, then the end of the link in seconds since
 * 1970, then the id of the account that made the link, then the signature.
 */
const ID_END = 16
const TIME_END = 20
const CONTENT_END = 36
const LENGTH = 52

/**
 * Returns a link that shows the event without sign-in for PREVIEW_DAYS, and for as long as the
 * viewer may edit the event. No row is stored: the link itself contains the ids of event and viewer
 * and the link's end, with a signature. Throws event_not_found if the viewer does not manage the
 * event.
 */
export async function makePreviewLink(
  deps: PreviewDeps,
  viewer: Viewer,
  id: string,
): Promise<{ url: string }> {
  const event = await readManagedEvent(deps, viewer, id)
  if (!event) throw new EventError('event_not_found')
  const content = Buffer.alloc(CONTENT_END)
  content.write(event.id.replaceAll('-', ''), 'hex')
  content.write(viewer.accountId.replaceAll('-', ''), TIME_END, 'hex')
  const now = Math.floor(deps.clock.now().getTime() / 1000)
  content.writeUInt32BE(now + PREVIEW_DAYS * 24 * 3600, ID_END)
  const signature = sign(deps.env.sessionSecrets[0]!, content)
  const token = Buffer.concat([content, signature]).toString('base64url')
  return { url: `${deps.env.publicOrigin}/preview/${token}` }
}

/** The 16 bytes from this position, in the form of a UUID. */
const uuidAt = (content: Buffer, at: number): string =>
  content.toString('hex', at, at + ID_END).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function sign(secret: string, content: Buffer): Buffer {
  const mac = createHmac('sha256', secret).update('event preview').update(content)
  return mac.digest().subarray(0, LENGTH - CONTENT_END)
}

/**
 * The event of a preview link. Throws event_not_found if the signature is wrong, the link has ended,
 * the event is gone, or the account that made the link may no longer edit the event.
 */
export async function readPreview(deps: PreviewDeps, token: string): Promise<PreviewReply> {
  const bytes = Buffer.from(token, 'base64url')
  const { sessionSecrets } = deps.env
  const now = deps.clock.now()
  const content = bytes.subarray(0, CONTENT_END)
  const isOurs = (secret: string) =>
    bytes.length === LENGTH && timingSafeEqual(sign(secret, content), bytes.subarray(CONTENT_END))
  if (!sessionSecrets.some(isOurs)) throw new EventError('event_not_found')
  const ends = new Date(content.readUInt32BE(ID_END) * 1000)
  const [id, by] = [uuidAt(content, 0), uuidAt(content, TIME_END)]
  const row = ends > now && isUuid(id) ? await selectAnyEvent(deps.db, now, id) : undefined
  if (!row || !(await mayStillEdit(deps.db, id, by))) throw new EventError('event_not_found')
  const event = toEventReply(deps.env, row, row.ticket_types, now)
  return {
    // Leaves out the organizer, whose page may not be public yet.
    event: { ...event, ...asOfOf(event, now), ...newsOf(row) },
    ends_at: ends.toISOString(),
  }
}
