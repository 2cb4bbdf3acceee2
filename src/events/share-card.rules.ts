/** The size that link previews expect. Some previews crop pictures of any other size. */
export const SHARE_CARD_WIDTH = 1200
export const SHARE_CARD_HEIGHT = 630
/** WhatsApp ignores larger pictures. */
export const SHARE_CARD_MAX_BYTES = 300_000

const FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([0-9a-f]{12})\.jpg$/

/**
 * The file name of a share card. Contains the fingerprint, so that link previews fetch a changed
 * card again.
 */
export function shareCardFile(eventId: string, fingerprint: string): string {
  return `${eventId}-${fingerprint}.jpg`
}

export function shareCardUrl(origin: string, eventId: string, fingerprint: string): string {
  return `${origin}/share/${shareCardFile(eventId, fingerprint)}`
}

/**
 * The event and the fingerprint in the file name of a share card. Null if the name is not that of a
 * share card.
 */
export function readShareCardFile(file: string): { eventId: string; fingerprint: string } | null {
  const [, eventId, fingerprint] = FILE.exec(file) ?? []
  return eventId && fingerprint ? { eventId, fingerprint } : null
}
