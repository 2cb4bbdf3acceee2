import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { checkEvent } from '../../events/check-event.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, type Right } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { countAnswerRows } from '../../questions/figures.sql.ts'
import { countCodesForFile } from '../codes/code-figures.sql.ts'
import { exportCodes } from '../codes/code-figures.ts'
import { countValidations } from '../figures/validations.sql.ts'
import { countTransactions } from '../lists/transactions.sql.ts'
import { countSourceLines } from '../sellers/seller-figures.sql.ts'
import { exportSellers } from '../sellers/seller-figures.ts'
import { exportStatement } from '../statement/read-statement.ts'
import { countStatementLines } from '../statement/statement.sql.ts'
import { exportAnswers } from './answers-file.ts'
import { DoorList, DoorListQuery } from './door-list.contract.ts'
import { countDoorTickets } from './door-list.sql.ts'
import { exportDoorList, readDay, readDoorList } from './door-list.ts'
import { type ExportKind, exportFileName, TOTAL_ROWS_HEADER } from './exports.rules.ts'
import { exportTransactions, exportValidations, recordExport } from './exports.ts'

type Export = {
  kind: ExportKind
  count: (db: Db, viewer: Viewer, eventId: string) => Promise<number>
  write: (db: Db, viewer: Viewer, eventId: string, env: Deps['env']) => AsyncGenerator<string>
  right: Right
}

const EXPORTS: Export[] = [
  { kind: 'transactions', count: countTransactions, write: exportTransactions, right: 'figures' },
  { kind: 'validations', count: countValidations, write: exportValidations, right: 'see' },
  { kind: 'statement', count: countStatementLines, write: exportStatement, right: 'figures' },
  { kind: 'promo_codes', count: countCodesForFile, write: exportCodes, right: 'edit' },
  {
    kind: 'answers',
    count: (db, _, id) => countAnswerRows(db, id),
    write: exportAnswers,
    right: 'buyers',
  },
  { kind: 'sellers', count: countSourceLines, write: exportSellers, right: 'figures' },
]

const FILE = {
  200: {
    types: ['text/csv'],
    headers: { 'Content-Disposition': Type.String(), [TOTAL_ROWS_HEADER]: Type.Integer() },
  },
}

export function registerExportRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'env' | 'clock'>,
): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/door_list',
    access: 'organizer',
    right: 'door',
    schema: { params: IdParams, querystring: DoorListQuery, response: { 200: DoorList } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return await readDoorList(deps, viewerOf(request), request.params.id, request.query)
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/door_list.csv',
    access: 'organizer',
    right: 'door',
    answers: FILE,
    schema: { params: IdParams, querystring: DoorListQuery },
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const { id } = request.params
      const title = await checkEvent(deps.db, viewer, id)
      const of = {
        eventId: id,
        day: await readDay(deps.db, id, request.query),
        now: deps.clock.now(),
      }
      const rows = await countDoorTickets(deps.reads, of)
      const file = { kind: 'door_list', rows, event: { id, title }, day: of.day } as const
      reply.headers(await headFile(deps, viewer, file))
      return reply.send(Readable.from(exportDoorList(deps.reads, of)))
    },
  })
  for (const { kind, count, write, right } of EXPORTS) {
    route(app, {
      method: 'GET',
      url: `/api/events/:id/${kind}.csv`,
      access: 'organizer',
      right,
      answers: FILE,
      schema: { params: IdParams },
      handler: async (request, reply) => {
        const viewer = viewerOf(request)
        const { id } = request.params
        const title = await checkEvent(deps.db, viewer, id)
        const rows = await count(deps.reads, viewer, id)
        reply.headers(await headFile(deps, viewer, { kind, rows, event: { id, title } }))
        // A failure cuts the connection. The length was not announced, so the reader sees that the
        // file is incomplete. The error itself is in the log.
        return reply.send(Readable.from(write(deps.reads, viewer, id, deps.env)))
      },
    })
  }
}

type File = Parameters<typeof recordExport>[2] & { day?: number | null }

/** Records the export, and writes the headers of its file. */
async function headFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { day, ...file }: File,
): Promise<Record<string, string | number>> {
  await recordExport(deps, viewer, file)
  const { kind, rows, event } = file
  const today = nairobiDate(deps.clock.now())
  const name = exportFileName({ kind, eventId: event.id.toLowerCase(), day: day ?? null }, today)
  return {
    [TOTAL_ROWS_HEADER]: rows,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'content-type': 'text/csv; charset=utf-8',
  }
}
