import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import { type App, route } from '../platform/http/http.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { centsOf } from '../platform/values/money-field.ts'
import { isDay, nairobiDate } from '../platform/values/nairobi.rules.ts'
import {
  MoneyTransfer,
  MoneyTransferList,
  type MoneyTransferQuery,
  MoneyTransferQuery as MoneyTransferQuerySchema,
  MoneyTransferRequest,
} from './money-transfers.contract.ts'
import { LAST_RECORDED, selectTransfers, type TransferRow } from './money-transfers.sql.ts'
import { recordTransfer, takeBackTransfer } from './money-transfers.ts'
import { readEntryId, readReference } from './recorded-fields.ts'
import { TakeBackRequest } from './recorded-payouts.contract.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

/** Adds the admin routes for transfers between Lango's own accounts. */
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
      return reply.code(201).send(toReply(await recordTransfer(deps, wanted)))
    },
  })
  actionRoute(app, {
    url: '/api/money_transfers/:id/take_back',
    access: 'admin',
    refuses: [],
    body: TakeBackRequest,
    reply: MoneyTransfer,
    act: async ({ accountId: by }, id, { words }) => {
      const reversal = { id: readEntryId(id), reason: words.trim(), by }
      return toReply({ ...(await takeBackTransfer(deps, reversal)), is_taken_back: true })
    },
  })
}

async function listTransfers(
  { db }: RouteDeps,
  query: MoneyTransferQuery,
): Promise<MoneyTransferList> {
  const wanted = readPage(LAST_RECORDED, query, 50)
  const { page, next_cursor } = takePage(await selectTransfers(db, wanted), wanted)
  return { data: page.map(toReply), next_cursor }
}

/**
 * The instant at which `day` began in Nairobi. Throws invalid_field if `day` is not a day of the
 * calendar or is in the future.
 */
function readDay({ clock }: RouteDeps, day: string): Date {
  if (!isDay(day)) refuseField('day', 'day must be a day of the calendar.')
  if (day > nairobiDate(clock.now())) refuseField('day', 'day must not be in the future.')
  return new Date(`${day}T00:00:00+03:00`)
}

function toReply(row: TransferRow): MoneyTransfer {
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
