import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, isDiskFull } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { toTypeReplies } from '../event-reply.ts'
import { selectPublicEvent } from '../events.sql.ts'
import { imageFile, imageStorageKey } from '../image.rules.ts'
import { readShareCardFile, shareCardFile } from '../share-card.rules.ts'
import { lowestKes, shareCardFingerprint } from '../share-card-fingerprint.ts'
import { drawShareCard, type ShareCard, toShareCard } from './share-card.ts'

const A_YEAR = 'public, max-age=31536000, immutable'
const FIVE_MINUTES = 'public, max-age=300'

export function registerShareRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
): void {
  // The cards that are being drawn. If several link previews request a new card at the same time,
  // the card is drawn only once.
  const drawing = new Map<string, Promise<Buffer>>()
  const draw = (key: string, card: ShareCard): Promise<Buffer> => {
    const known = drawing.get(key)
    if (known) return known
    const work = drawAndStore(storage, key, card).finally(() => drawing.delete(key))
    drawing.set(key, work)
    return work
  }
  route(app, {
    method: 'GET',
    url: '/share/:file',
    access: 'public',
    answers: { 200: { types: ['image/jpeg'] } },
    schema: { params: Type.Object({ file: Type.String() }) },
    handler: async (request, reply) => {
      const named = readShareCardFile(request.params.file)
      const now = deps.clock.now()
      const event = named && (await selectPublicEvent(deps.db, now, named.eventId))
      if (!event) throw new AppError('not_found')
      const lowest = lowestKes(toTypeReplies(deps.env, event, event.ticket_types, now))
      const card = toShareCard(event, lowest)
      const fingerprint = shareCardFingerprint(event, lowest)
      const key = `share/${shareCardFile(event.id, fingerprint)}`
      const bytes = (await storage.getObject(key)) ?? (await draw(key, card))
      return reply
        .type('image/jpeg')
        .headers({
          // A request with an outdated fingerprint, for example from a chat, gets the current card,
          // which may be cached for five minutes.
          'cache-control': named.fingerprint === fingerprint ? A_YEAR : FIVE_MINUTES,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(bytes)
    },
  })
}

async function drawAndStore(storage: Storage, key: string, card: ShareCard): Promise<Buffer> {
  const { imageKey } = card
  const poster =
    imageKey === null
      ? null
      : await storage.getObject(imageStorageKey(imageFile(imageKey, 1280, 'jpg')))
  const bytes = await drawShareCard(card, poster)
  // If storage is full, the card is not stored and the next request draws it again.
  await storage.putObject(key, bytes, 'image/jpeg').catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
  return bytes
}
