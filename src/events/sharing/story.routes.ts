import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { selectPublicEvent } from '../events.sql.ts'
import { tallAddress } from '../image.rules.ts'
import { keepPictures, readPoster, sendPicture } from '../pictures/kept-pictures.ts'
import { readShareCardFile } from '../share-card.rules.ts'
import { selectShortLinks } from './short-links.sql.ts'
import { storyPath } from './story.rules.ts'
import { storyFingerprint, toStory } from './story.ts'
import { drawStory, type StoryPoster } from './story-picture.ts'

const StoryParams = Type.Object({
  language: Type.Union([Type.Literal('en'), Type.Literal('sw')]),
  file: Type.String(),
})

/** Adds the routes of the pictures for WhatsApp Status and Instagram. The pictures are public. */
export function registerStoryRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
): void {
  const kept = keepPictures(storage)
  route(app, {
    method: 'GET',
    url: '/share/:language/:file',
    access: 'public',
    answers: { 200: { types: ['image/jpeg'] } },
    schema: { params: StoryParams },
    handler: async ({ params: { language, file } }, reply) => {
      const named = readShareCardFile(file)
      const event = named && (await selectPublicEvent(deps.db, deps.clock.now(), named.eventId))
      if (!event) throw new AppError('not_found')
      const [link] = await selectShortLinks(deps.db, event.id)
      const story = toStory(deps, event, { language, name: link?.code })
      const fingerprint = storyFingerprint(story)
      const bytes = await kept(storyPath(language, event.id, fingerprint), async () =>
        drawStory(story, await storyPoster(storage, story.imageKey)),
      )
      return sendPicture(reply, bytes, named.fingerprint === fingerprint)
    },
  })
}

/** The poster as 4:5 if it is tall, otherwise as 16:9. Null without a poster. */
async function storyPoster(storage: Storage, key: string | null): Promise<StoryPoster | null> {
  const tallKey = key && tallAddress(key)
  const bytes = await readPoster(storage, tallKey || key)
  return bytes && { bytes, isTall: Boolean(tallKey) }
}
