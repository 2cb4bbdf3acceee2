import { Type } from 'typebox'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import type { Storage } from '../platform/storage.ts'
import { imageFormat, imageStorageKey } from './image.rules.ts'

const CONTENT_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

export function registerImageRoutes(app: App, storage: Storage): void {
  route(app, {
    method: 'GET',
    url: '/images/:key',
    access: 'public',
    schema: { params: Type.Object({ key: Type.String() }), hide: true },
    handler: async (request, reply) => {
      const { key } = request.params
      const format = imageFormat(key)
      const bytes = format && (await storage.getObject(imageStorageKey(key)))
      if (!bytes) throw new AppError('not_found')
      return reply
        .type(CONTENT_TYPES[format])
        .headers({
          // A changed picture gets another key.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes)
    },
  })
}
