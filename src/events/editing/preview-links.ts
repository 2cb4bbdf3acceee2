import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { newsOf, toEventReply } from '../event-reply.ts'
import type { PreviewReply } from '../events.contract.ts'
import { selectAnyEvent } from '../events.sql.ts'
import { readManagedEvent } from './managed-events.ts'

type PreviewDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const PREVIEW_DAYS = 7
/**
 * The positions in a token, in bytes: the event's id, then the end of the link in seconds since
 * 1970, then the signature.
 */
const ID_END = 16
const TIME_END = 20
const LENGTH = 36

/**
 * Returns a link that shows the event without sign-in for PREVIEW_DAYS. No row is stored: the link
 * itself contains the event's id and the link's end, with a signature. Throws event_not_found if
 * the viewer does not manage the event.
 */
export async function makePreviewLink(
  deps: PreviewDeps,
  viewer: Viewer,
  id: string,
): Promise<{ url: string }> {
  const event = await readManagedEvent(deps, viewer, id)
  if (!event) throw new EventError('event_not_found')
  const content = Buffer.alloc(TIME_END)
  content.write(event.id.replaceAll('-', ''), 'hex')
  const now = Math.floor(deps.clock.now().getTime() / 1000)
  content.writeUInt32BE(now + PREVIEW_DAYS * 24 * 3600, ID_END)
  const signature = sign(deps.env.sessionSecrets[0]!, content)
  const token = Buffer.concat([content, signature]).toString('base64url')
  return { url: `${deps.env.publicOrigin}/preview/${token}` }
}

function sign(secret: string, content: Buffer): Buffer {
  const mac = createHmac('sha256', secret).update('event preview').update(content)
  return mac.digest().subarray(0, LENGTH - TIME_END)
}

/**
 * The event of a preview link. Throws event_not_found if the signature is wrong, the link has ended
 * or the event is gone.
 */
export async function readPreview(deps: PreviewDeps, token: string): Promise<PreviewReply> {
  const bytes = Buffer.from(token, 'base64url')
  const { sessionSecrets, publicOrigin } = deps.env
  const now = deps.clock.now()
  const content = bytes.subarray(0, TIME_END)
  const isOurs = (secret: string) =>
    bytes.length === LENGTH && timingSafeEqual(sign(secret, content), bytes.subarray(TIME_END))
  if (!sessionSecrets.some(isOurs)) throw new EventError('event_not_found')
  const ends = new Date(content.readUInt32BE(ID_END) * 1000)
  const hex = content.toString('hex', 0, ID_END)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const row = ends > now && isUuid(id) ? await selectAnyEvent(deps.db, now, id) : undefined
  if (!row) throw new EventError('event_not_found')
  const event = toEventReply(publicOrigin, row, row.ticket_types)
  return {
    // Leaves out the organizer, whose page may not be public yet.
    event: { ...event, ...newsOf(row) },
    ends_at: ends.toISOString(),
  }
}
