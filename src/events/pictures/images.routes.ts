import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { EventError } from '../errors.ts'
import { imageFormat, imageStorageKey, UPLOAD_MAX_BYTES } from '../image.rules.ts'
import { limitUploads, storeUpload } from './images.ts'

const CONTENT_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

export function registerImageRoutes(app: App, storage: Storage): void {
  route(app, {
    method: 'GET',
    url: '/images/:key',
    access: 'public',
    answers: { 200: { types: Object.values(CONTENT_TYPES) } },
    schema: { params: Type.Object({ key: Type.String() }) },
    handler: async (request, reply) => {
      const { key } = request.params
      const format = imageFormat(key)
      const bytes = format && (await storage.getObject(imageStorageKey(key)))
      if (!bytes) throw new AppError('not_found')
      return reply
        .type(CONTENT_TYPES[format])
        .headers({
          // The file under a key never changes: another picture gets another key.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes)
    },
  })
}

const FIELD = 'file'

/** PNG, JPG, GIF, WebP, AVIF or TIFF up to 10 MB. */
const UploadForm = Type.Object({ [FIELD]: Type.String({ contentMediaType: 'image/*' }) })

/** Uploads a picture for an event: multipart, field `file`. */
export async function registerUploadRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, parts: 11, fieldSize: 10_000 },
    })
    route(scope as App, {
      method: 'POST',
      url: '/api/storage/event-images',
      access: 'organizer',
      right: 'edit',
      refuses: [409, 422, 429],
      takes: { 'multipart/form-data': UploadForm },
      schema: {
        response: { 200: Type.Object({ public_url: Type.String() }) },
      },
      handler: async (request) => {
        const bytes = await readFile(request)
        const viewer = viewerOf(request)
        const store = () => storeUpload(deps, storage, viewer, bytes)
        return { public_url: await limitUploads(deps, viewer, store) }
      },
    })
  })
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', { text: 'Send the image as multipart/form-data.' })
  }
  const bytes = await findFile(request).catch((error: { code?: string }) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new EventError('image_too_large')
    // The parser rejected the form, because the form is truncated or has too many parts.
    throw new AppError('bad_request', { text: 'This form could not be read.' })
  })
  if (bytes && bytes.length > 0) return bytes
  refuseField(FIELD, 'file is required.')
}

async function findFile(request: FastifyRequest): Promise<Buffer | null> {
  let found: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    const bytes = await part.toBuffer()
    if (part.fieldname === FIELD) found = bytes
  }
  return found
}
