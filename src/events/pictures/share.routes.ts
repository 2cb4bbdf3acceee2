import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { toTypeReplies } from '../event-reply.ts'
import { selectPublicEvent } from '../events.sql.ts'
import { readShareCardFile, shareCardFile } from '../share-card.rules.ts'
import { lowestKes, shareCardFingerprint } from '../share-card-fingerprint.ts'
import { keepPictures, readPoster, sendPicture } from './kept-pictures.ts'
import { drawShareCard, toShareCard } from './share-card.ts'

export function registerShareRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
): void {
  const kept = keepPictures(storage)
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
      const bytes = await kept(`share/${shareCardFile(event.id, fingerprint)}`, async () =>
        drawShareCard(card, await readPoster(storage, card.imageKey)),
      )
      return sendPicture(reply, bytes, named.fingerprint === fingerprint)
    },
  })
}
