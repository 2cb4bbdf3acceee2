import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../platform/errors.ts'
import { acceptedBy } from '../platform/http/compress-reply.ts'
import { type App, route } from '../platform/http/http.ts'

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
}

type AssetRoute = { url: string; before?: (reply: FastifyReply) => void }
type Asset = { type: string; plain: Buffer; brotli: Buffer | null }

/**
 * Serves the built files: about a hundred, one megabyte in all. The list of files is read once, at
 * the start, so no request can reach any other file. Names contain a hash of the content, so
 * clients may cache the files for a year.
 */
export async function registerAssetRoutes(
  app: App,
  folders: string[],
  { url, before }: AssetRoute = { url: '/assets/:name' },
): Promise<void> {
  // A file with the same content in both languages has the same name in both builds.
  const assets = new Map((await Promise.all(folders.map(readAssets))).flatMap((all) => [...all]))
  route(app, {
    method: 'GET',
    url,
    access: 'public',
    isPage: true,
    schema: { params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const asset = assets.get(request.params.name)
      if (!asset) throw new AppError('not_found')
      before?.(reply)
      reply
        .type(asset.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
      if (!asset.brotli || !acceptedBy(request.headers).includes('br'))
        return reply.send(asset.plain)
      return reply.header('content-encoding', 'br').send(asset.brotli)
    },
  })
}

/** The folder for the files of the build before (decisions/0181) next to a folder of built files. */
export const beforeOf = (dist: string, folder: string) => join(dist, 'before', folder)

/** Reads the files of a folder. A shop that was built only once has no files of the build before. */
async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
    // The compressed version is stored next to the original.
    if (!type) continue
    const compressed = `${name}.br`
    assets.set(name, {
      type,
      plain: await readFile(join(folder, name)),
      brotli: names.includes(compressed) ? await readFile(join(folder, compressed)) : null,
    })
  }
  return assets
}
