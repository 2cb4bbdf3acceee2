/** What link previews ask for; anything else is cropped by one of them. */
export const SHARE_CARD_WIDTH = 1200
export const SHARE_CARD_HEIGHT = 630
/** WhatsApp shows no picture that weighs more. */
export const SHARE_CARD_MAX_BYTES = 300_000

const FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([0-9a-f]{12})\.jpg$/

/** The fingerprint in the address makes previews fetch the card again once it looks different. */
export function shareCardFile(eventId: string, fingerprint: string): string {
  return `${eventId}-${fingerprint}.jpg`
}

export function shareCardUrl(origin: string, eventId: string, fingerprint: string): string {
  return `${origin}/share/${shareCardFile(eventId, fingerprint)}`
}

/** Null if the name is not one that we give. */
export function readShareCardFile(file: string): { eventId: string; fingerprint: string } | null {
  const [, eventId, fingerprint] = FILE.exec(file) ?? []
  return eventId && fingerprint ? { eventId, fingerprint } : null
}
