import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import {
  CategoryInput,
  CategoryReply,
  GateInput,
  GateReply,
  ShortCodeChange,
  ShortCodeInput,
  ShortCodeList,
  ShortCodeQuery,
  ShortCodeReply,
} from './catalogue.contract.ts'
import { removeCategory, saveCategory } from './categories.ts'
import { removeGate, saveGate } from './gates.ts'
import { BY_CODE, selectShortCode, selectShortCodes } from './short-codes.sql.ts'
import { removeShortCode, saveShortCode } from './short-codes.ts'

type CatalogueDeps = Pick<Deps, 'db' | 'clock'>

const access = 'admin'

/** Adds the routes for categories, gates and short codes, which admins edit. */
export function registerCatalogueRoutes(app: App, deps: CatalogueDeps): void {
  registerCategories(app, deps)
  registerGates(app, deps)
  registerShortCodes(app, deps)
}

function registerCategories(app: App, deps: CatalogueDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/categories',
    access,
    refuses: [409],
    schema: { body: CategoryInput, response: { 201: CategoryReply } },
    handler: async (request, reply) =>
      reply.code(201).send(await saveCategory(deps, viewerOf(request), null, request.body)),
  })
  route(app, {
    method: 'PUT',
    url: '/api/categories/:id',
    access,
    refuses: [409],
    schema: {
      params: IdParams,
      body: CategoryInput,
      response: { 200: CategoryReply },
    },
    handler: async (request) =>
      saveCategory(deps, viewerOf(request), request.params.id, request.body),
  })
  registerRemoval(app, deps, '/api/categories/:id', removeCategory)
}

function registerGates(app: App, deps: CatalogueDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/gates',
    access,
    refuses: [409],
    schema: { body: GateInput, response: { 201: GateReply } },
    handler: async (request, reply) =>
      reply.code(201).send(await saveGate(deps, viewerOf(request), null, request.body)),
  })
  route(app, {
    method: 'PUT',
    url: '/api/gates/:id',
    access,
    refuses: [409],
    schema: { params: IdParams, body: GateInput, response: { 200: GateReply } },
    handler: async (request) => saveGate(deps, viewerOf(request), request.params.id, request.body),
  })
  registerRemoval(app, deps, '/api/gates/:id', removeGate)
}

function registerShortCodes(app: App, deps: CatalogueDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/short_codes',
    access,
    schema: { querystring: ShortCodeQuery, response: { 200: ShortCodeList } },
    handler: async (request) => listShortCodes(deps, request.query),
  })
  route(app, {
    method: 'POST',
    url: '/api/short_codes',
    access,
    refuses: [404, 409],
    schema: { body: ShortCodeInput, response: { 201: ShortCodeReply } },
    handler: async (request, reply) => {
      const code = await saveShortCode(deps, viewerOf(request), request.body, true)
      return reply.code(201).send(await readShortCode(deps, code))
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/short_codes/:id',
    access,
    schema: {
      params: IdParams,
      body: ShortCodeChange,
      response: { 200: ShortCodeReply },
    },
    handler: async (request) => {
      const input = { code: request.params.id, event_id: request.body.event_id }
      return readShortCode(deps, await saveShortCode(deps, viewerOf(request), input, false))
    },
  })
  registerRemoval(app, deps, '/api/short_codes/:id', removeShortCode)
}

function registerRemoval(
  app: App,
  deps: CatalogueDeps,
  url: string,
  remove: (deps: CatalogueDeps, viewer: Viewer, id: string) => Promise<void>,
): void {
  route(app, {
    method: 'DELETE',
    url,
    access,
    refuses: [409],
    answers: { 204: {} },
    schema: { params: IdParams },
    handler: async (request, reply) => {
      await remove(deps, viewerOf(request), request.params.id)
      return reply.code(204).send()
    },
  })
}

type ShortCodeRow = Awaited<ReturnType<typeof selectShortCodes>>[number]

const toReply = (row: ShortCodeRow): ShortCodeReply => ({
  ...row,
  last_visit_at: row.last_visit_at?.toISOString() ?? null,
})

async function readShortCode(deps: CatalogueDeps, code: string): Promise<ShortCodeReply> {
  const row = await selectShortCode(deps.db, code)
  if (!row) throw new AppError('not_found')
  return toReply(row)
}

async function listShortCodes(deps: CatalogueDeps, query: ShortCodeQuery): Promise<ShortCodeList> {
  const wanted = readPage(BY_CODE, query, 50)
  const { page, next_cursor } = takePage(await selectShortCodes(deps.db, wanted), wanted)
  return { data: page.map(toReply), next_cursor }
}
