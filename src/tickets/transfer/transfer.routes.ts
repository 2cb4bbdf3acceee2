import { Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { isUuid } from '../../platform/ids.ts'
import { TicketError } from '../errors.ts'
import { findByTyped, findWithin, noteWrongCode } from '../limits.ts'
import { giveBackFree } from './give-backs.ts'
import { requestTakeBack } from './take-backs.ts'
import {
  ConfirmTransferReply,
  ConfirmTransferRequest,
  GiveBackRequest,
  TakeBackRequest,
  TransferReply,
  TransferRequest,
} from './transfer.contract.ts'
import { selectTicketOrder, selectTransferTicket } from './transfer.sql.ts'
import { confirmTransfer, requestTransfer } from './transfers.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>

/** A code sent to the holder's phone proves the right to transfer or to give back. */
export function registerTransferRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/tickets/:ticket_number/transfers',
    access: 'public',
    refuses: [404, 409, 429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      body: TransferRequest,
      response: { 202: TransferReply },
    },
    handler: async (request, reply) => {
      const { address } = request
      const ticket = await findSender(deps, request.params.ticket_number, address)
      const id = await requestTransfer(deps, { ticket, request: request.body, address })
      return reply.code(202).send({ id })
    },
  })
  registerTakeBackRoute(app, deps)
  registerGiveBackRoute(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/transfers/:id/confirm',
    access: 'public',
    refuses: [404, 409, 410, 429],
    schema: {
      params: IdParams,
      body: ConfirmTransferRequest,
      response: { 200: ConfirmTransferReply },
    },
    handler: async (request) => {
      const { id } = request.params
      const find = async () => (isUuid(id) ? await selectTransferTicket(deps.db, id) : null)
      const lookup = { address: request.address, miss: 'no_such_transfer', find } as const
      const ticket = await findWithin(deps, lookup)
      const confirmation = { id, ticket, code: request.body.code }
      const admits = await confirmTransfer(deps, confirmation).catch(async (error) => {
        if (error instanceof TicketError && error.code === 'wrong_code') await noteWrongCode(deps)
        throw error
      })
      return { id, state: 'done' as const, admits }
    },
  })
}

function registerTakeBackRoute(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/tickets/:ticket_number/take_backs',
    access: 'public',
    refuses: [404, 409, 429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      body: TakeBackRequest,
      response: { 202: TransferReply },
    },
    handler: async (request, reply) => {
      const { address, body } = request
      const ticket = await findSender(deps, request.params.ticket_number, address)
      const id = await requestTakeBack(deps, { ticket, transferredId: body.id, address })
      return reply.code(202).send({ id })
    },
  })
}

function registerGiveBackRoute(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/tickets/:ticket_number/give_backs',
    access: 'public',
    refuses: [404, 409, 429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      body: GiveBackRequest,
      response: { 202: TransferReply },
    },
    handler: async (request, reply) => {
      const { address, body } = request
      const ticket = await findSender(deps, request.params.ticket_number, address)
      const { admits: people = null } = body
      const asked = await giveBackFree(deps, { ticketId: ticket.id, people, by: { address } })
      assert('codeId' in asked, 'a ticket was given back without proof')
      return reply.code(202).send({ id: asked.codeId })
    },
  })
}

async function findSender(deps: RouteDeps, typed: string, address: string) {
  return await findByTyped(deps, { typed, address }, (number) => selectTicketOrder(deps.db, number))
}
