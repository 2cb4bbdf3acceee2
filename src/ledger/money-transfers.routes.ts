import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import { IdParams } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { isDay, nairobiDate } from '../platform/values/nairobi.rules.ts'
import { centsOf } from './amount-field.ts'
import {
  MoneyTransfer,
  MoneyTransferList,
  type MoneyTransferQuery,
  MoneyTransferQuery as MoneyTransferQuerySchema,
  MoneyTransferRequest,
} from './money-transfers.contract.ts'
import { LAST_RECORDED, selectTransfers, type TransferRow } from './money-transfers.sql.ts'
import { TakeBackRequest } from './payouts.contract.ts'
import { recordTransfer } from './record-transfer.ts'
import { readEntryId, readReference } from './recorded-fields.ts'
import { takeBackTransfer } from './take-back-transfer.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

/** Admin routes: transfers between our own accounts. */
export function registerMoneyTransferRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/money_transfers',
    access: 'admin',
    schema: { querystring: MoneyTransferQuerySchema, response: { 200: MoneyTransferList } },
    handler: async (request) => listTransfers(deps, request.query),
  })
  route(app, {
    method: 'POST',
    url: '/api/money_transfers',
    access: 'admin',
    refuses: [409],
    schema: { body: MoneyTransferRequest, response: { 201: MoneyTransfer } },
    handler: async (request, reply) => {
      const { way, amount, day } = request.body
      const wanted = {
        way,
        amountCents: centsOf(amount, 'amount'),
        reference: readReference(request.body.reference),
        at: readDay(deps, day),
        by: viewerOf(request).accountId,
      }
      return reply.code(201).send(describe(await recordTransfer(deps, wanted)))
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/money_transfers/:id/take_back',
    access: 'admin',
    schema: { params: IdParams, body: TakeBackRequest, response: { 200: MoneyTransfer } },
    handler: async (request) => {
      const id = readEntryId(request.params.id)
      const by = viewerOf(request).accountId
      const words = request.body.words.trim()
      return describe({ ...(await takeBackTransfer(deps, { id, words, by })), is_taken_back: true })
    },
  })
}

async function listTransfers(
  { db }: RouteDeps,
  query: MoneyTransferQuery,
): Promise<MoneyTransferList> {
  const wanted = readPage(LAST_RECORDED, query, 50)
  const { page, next_cursor } = takePage(await selectTransfers(db, wanted), wanted)
  return { data: page.map(describe), next_cursor }
}

/** When a day began in Nairobi; no day that is to come. */
function readDay({ clock }: RouteDeps, day: string): Date {
  const refused = (text: string) =>
    new AppError('invalid_field', { text, details: { field: 'day' } })
  if (!isDay(day)) throw refused('day must be a day of the calendar.')
  if (day > nairobiDate(clock.now())) throw refused('day must not be in the future.')
  return new Date(`${day}T00:00:00+03:00`)
}

function describe(row: TransferRow): MoneyTransfer {
  return {
    id: row.id,
    day: nairobiDate(row.at),
    from: row.from_account,
    to: row.to_account,
    amount: toKes(row.amount_cents),
    reference: row.reference,
    is_contrary: row.is_contrary,
    taken_back: row.is_taken_back,
  }
}
