import type { FastifyInstance } from 'fastify'
import type { Fields } from './check.ts'
import type { Sandbox } from './context.ts'
import { wireText } from './daraja.ts'
import { demandOf, operationRoute, readOperation } from './operation-call.ts'
import type { OperationRequest } from './operations.ts'

const SHORT_CODE = /^\d{5,7}$/
const AMOUNT = /^[1-9]\d{0,8}(\.0{1,2})?$/
const RECEIPT = /^[A-Z0-9]{10}$/

function readReversal(sandbox: Sandbox, fields: Fields): OperationRequest {
  const text = (name: string) => wireText(fields, name)
  const demand = demandOf()
  const spelling = { initiator: 'Initiator', commands: ['TransactionReversal'] } as const
  const wanted = readOperation(sandbox, fields, spelling)
  demand('TransactionID', RECEIPT.test(text('TransactionID')))
  demand('Amount', AMOUNT.test(text('Amount')))
  demand('ReceiverParty', SHORT_CODE.test(text('ReceiverParty')))
  // The real service misspells this field and does not accept the correct spelling.
  demand('RecieverIdentifierType', text('RecieverIdentifierType') === '11')
  const receipt = text('TransactionID')
  const paid = sandbox.state.ledger.find((row) => row.receipt === receipt)
  return {
    ...wanted,
    party: text('ReceiverParty'),
    receipt,
    amount: Number(text('Amount')),
    msisdn: paid?.msisdn ?? '',
    occasion: text('Occasion'),
  }
}

const B2C_COMMANDS = ['BusinessPayment', 'SalaryPayment', 'PromotionPayment'] as const

function readB2c(sandbox: Sandbox, fields: Fields): OperationRequest {
  const text = (name: string) => wireText(fields, name)
  const demand = demandOf()
  demand('OriginatorConversationID', /^\S{1,64}$/.test(text('OriginatorConversationID')))
  const spelling = { initiator: 'InitiatorName', commands: B2C_COMMANDS } as const
  const wanted = readOperation(sandbox, fields, spelling)
  demand('Amount', AMOUNT.test(text('Amount')))
  demand('PartyA', SHORT_CODE.test(text('PartyA')))
  demand('PartyB', /^254[17]\d{8}$/.test(text('PartyB')))
  // The real service misspells this field as well; only this spelling is read.
  demand('Occassion', text('Occassion').length <= 100)
  return {
    ...wanted,
    originator_conversation_id: text('OriginatorConversationID'),
    party: text('PartyA'),
    amount: Number(text('Amount')),
    msisdn: text('PartyB'),
    occasion: text('Occassion'),
  }
}

/**
 * Reads a B2B request. As in the real API, the request has no id from the caller, so sending the
 * request twice pays twice.
 */
function readB2b(sandbox: Sandbox, fields: Fields): OperationRequest {
  const text = (name: string) => wireText(fields, name)
  const demand = demandOf()
  const commands = ['BusinessPayBill', 'BusinessBuyGoods'] as const
  const wanted = readOperation(sandbox, fields, { initiator: 'Initiator', commands })
  demand('SenderIdentifierType', text('SenderIdentifierType') === '4')
  demand('RecieverIdentifierType', text('RecieverIdentifierType') === '4')
  demand('Amount', AMOUNT.test(text('Amount')))
  demand('PartyA', SHORT_CODE.test(text('PartyA')))
  demand('PartyB', SHORT_CODE.test(text('PartyB')))
  demand('AccountReference', /^[A-Za-z0-9 ]{1,13}$/.test(text('AccountReference')))
  return {
    ...wanted,
    party: text('PartyA'),
    amount: Number(text('Amount')),
    payee: text('PartyB'),
    occasion: text('AccountReference'),
  }
}

/** The routes of the calls that pay: reversal, B2C and B2B. */
export function moneyRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  operationRoute(app, sandbox, '/mpesa/reversal/v1/request', {
    kind: 'reversal',
    read: (fields) => readReversal(sandbox, fields),
  })
  operationRoute(app, sandbox, '/mpesa/b2c/v3/paymentrequest', {
    kind: 'b2c',
    read: (fields) => readB2c(sandbox, fields),
  })
  operationRoute(app, sandbox, '/mpesa/b2b/v1/paymentrequest', {
    kind: 'b2b',
    read: (fields) => readB2b(sandbox, fields),
  })
}
