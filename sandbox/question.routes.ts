import type { FastifyInstance } from 'fastify'
import type { Fields } from './check.ts'
import type { Sandbox } from './context.ts'
import { wireText } from './daraja.ts'
import { demandOf, operationRoute, readOperation } from './operation-call.ts'
import type { OperationRequest } from './operations.ts'

function readOwner(sandbox: Sandbox, fields: Fields, command: string): OperationRequest {
  const demand = demandOf()
  const spelling = { initiator: 'Initiator', commands: [command] } as const
  const wanted = readOperation(sandbox, fields, spelling)
  const party = wireText(fields, 'PartyA')
  demand('PartyA', /^\d{5,7}$/.test(party))
  // IdentifierType 4 is an organization's short code. The sandbox does not support phones (1) and
  // tills (2).
  demand('IdentifierType', wireText(fields, 'IdentifierType') === '4')
  return { ...wanted, party }
}

function readStatus(sandbox: Sandbox, fields: Fields): OperationRequest {
  const wanted = readOwner(sandbox, fields, 'TransactionStatusQuery')
  const receipt = wireText(fields, 'TransactionID')
  const conversation = wireText(fields, 'OriginalConversationID')
  demandOf()('TransactionID', receipt !== '' || conversation !== '')
  return { ...wanted, receipt, conversation, occasion: wireText(fields, 'Occasion') }
}

/** The routes of the two queries: the status of a transaction, and the account balances. */
export function questionRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  operationRoute(app, sandbox, '/mpesa/transactionstatus/v1/query', {
    kind: 'status',
    read: (fields) => readStatus(sandbox, fields),
  })
  operationRoute(app, sandbox, '/mpesa/accountbalance/v1/query', {
    kind: 'balance',
    read: (fields) => readOwner(sandbox, fields, 'AccountBalance'),
  })
}
