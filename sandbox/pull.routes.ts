import type { FastifyInstance } from 'fastify'
import type { Fields } from './check.ts'
import { nairobiDateTime, parseNairobiDateTime } from './clock.ts'
import type { Sandbox } from './context.ts'
import { DarajaError, darajaBody, internalError, invalidField, wireText } from './daraja.ts'
import { pullReference } from './ids.ts'
import type { LedgerRow } from './ledger.ts'
import { payerOf } from './paybills.ts'

/**
 * Rows per page. Much smaller than the real page size, so that tests exercise a client's paging.
 */
export const PULL_PAGE = 100
const WINDOW_MS = 48 * 60 * 60 * 1000

function checkOwner(sandbox: Sandbox, fields: Fields): string {
  const shortCode = wireText(fields, 'ShortCode')
  if (shortCode !== sandbox.options.shortCode) throw invalidField('ShortCode')
  return shortCode
}

function pullRow(sandbox: Sandbox, row: LedgerRow) {
  const prompt = sandbox.state.promptsByCheckout.get(row.checkout_request_id ?? '')
  const isMasked = row.kind === 'paybill' && sandbox.state.business.masked_pull
  const till = prompt?.transaction_type === 'CustomerBuyGoodsOnline'
  return {
    transactionId: row.receipt,
    trxDate: nairobiDateTime(Date.parse(row.at)),
    msisdn: isMasked ? payerOf(2, row.msisdn) : Number(row.msisdn),
    sender: 'MPESA',
    transactiontype: till ? 'c2b-buy-goods-debit' : 'c2b-pay-bill-debit',
    billreference: row.account_reference,
    amount: row.amount.toFixed(2),
    organizationname: sandbox.options.businessName,
  }
}

function readWindow(fields: Fields): { from: number; to: number; offset: number } {
  const from = parseNairobiDateTime(wireText(fields, 'StartDate'))
  if (from === undefined) throw invalidField('StartDate')
  const to = parseNairobiDateTime(wireText(fields, 'EndDate'))
  if (to === undefined || to < from) throw invalidField('EndDate')
  const offset = wireText(fields, 'OffSetValue')
  if (!/^\d{1,9}$/.test(offset)) throw invalidField('OffSetValue')
  return { from, to, offset: Number(offset) }
}

function registerRoute(app: FastifyInstance, sandbox: Sandbox): void {
  const { state } = sandbox
  app.post('/pulltransactions/v1/register', async (request) => {
    const fields = darajaBody(request)
    const shortCode = checkOwner(sandbox, fields)
    if (wireText(fields, 'RequestType') !== 'Pull') throw invalidField('RequestType')
    if (!/^(254|0)[17]\d{8}$/.test(wireText(fields, 'NominatedNumber'))) {
      throw invalidField('NominatedNumber')
    }
    if (!URL.canParse(wireText(fields, 'CallBackURL'))) throw invalidField('CallBackURL')
    const known = state.pullShortCodes.has(shortCode)
    if (!known) state.record({ type: 'pull_registered', short_code: shortCode })
    return {
      ResponseRefID: pullReference(),
      ResponseStatus: known ? '1001' : '1000',
      ShortCode: shortCode,
      ResponseDescription: known
        ? 'ShortCode already Registered'
        : 'ShortCode registered successfully',
    }
  })
}

export function pullRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, state, waits } = sandbox
  registerRoute(app, sandbox)
  app.post('/pulltransactions/v1/query', async (request) => {
    const fields = darajaBody(request)
    const shortCode = checkOwner(sandbox, fields)
    const { from, to, offset } = readWindow(fields)
    if (!state.pullShortCodes.has(shortCode)) {
      throw new DarajaError(400, '400.002.02', 'Bad Request - ShortCode not registered for pull')
    }
    const delayMs = faults.delay('pull')
    const fail = faults.chance('pull', 'http_500')
    const isEmptied = faults.chance('pull', 'empty')
    if (delayMs > 0) {
      faults.count('pull', 'delay_ms')
      await waits.sleep(delayMs)
    }
    if (fail) {
      faults.count('pull', 'http_500')
      throw internalError()
    }
    const oldest = Math.max(from, Date.now() - WINDOW_MS)
    // The queried period is in whole seconds and includes both ends.
    const rows = state.ledger.filter((row) => {
      const at = Math.floor(Date.parse(row.at) / 1000) * 1000
      // The list has only incoming payments, not refunds.
      const paidIn = row.kind === 'push' || row.kind === 'paybill'
      return paidIn && at >= oldest && at <= to
    })
    const wanted = rows.slice(offset, offset + PULL_PAGE)
    const page = isEmptied ? [] : wanted
    if (page.length < wanted.length) faults.count('pull', 'empty')
    return {
      ResponseRefID: pullReference(),
      ResponseCode: page.length > 0 ? '1000' : '1001',
      ResponseMessage: page.length > 0 ? 'Success' : 'No transactions found',
      // The real response nests the rows in an additional list as well.
      Response: [page.map((row) => pullRow(sandbox, row))],
    }
  })
}
