import type { FastifyInstance } from 'fastify'
import type { Fields } from './check.ts'
import type { Sandbox } from './context.ts'
import { DarajaError, darajaBody, invalidField, wireText } from './daraja.ts'
import { drawGateway, dropConnection, refuse } from './gateway.ts'
import type { OperationKind } from './operation.ts'
import type { OperationRequest } from './operations.ts'
import { isCallbackUrl } from './push.rules.ts'

/**
 * The differences between the asynchronous calls: the name of the initiator's field, and the
 * accepted commands.
 */
interface Spelling {
  initiator: 'Initiator' | 'InitiatorName'
  commands: readonly string[]
}

type Demand = (name: string, holds: boolean) => void

export function demandOf(): Demand {
  return (name, holds) => {
    if (!holds) throw invalidField(name)
  }
}

/**
 * Reads the fields that all asynchronous calls share: the initiator, the command, and the address
 * for the result.
 */
export function readOperation(
  sandbox: Sandbox,
  fields: Fields,
  { initiator, commands }: Spelling,
): Omit<OperationRequest, 'party'> {
  const text = (name: string) => wireText(fields, name)
  const demand = demandOf()
  for (const name of [initiator, 'SecurityCredential', 'CommandID']) demand(name, text(name) !== '')
  demand('CommandID', commands.includes(text('CommandID')))
  for (const name of ['ResultURL', 'QueueTimeOutURL']) demand(name, isCallbackUrl(text(name)))
  demand('Remarks', /^.{2,100}$/s.test(text('Remarks')))
  return {
    is_trusted: sandbox.initiator.isRight(text(initiator), text('SecurityCredential')),
    receipt: '',
    conversation: '',
    amount: 0,
    msisdn: '',
    occasion: '',
    result_url: text('ResultURL'),
    timeout_url: text('QueueTimeOutURL'),
  }
}

/**
 * Registers the route of an asynchronous call: M-Pesa acknowledges the request, and later posts the
 * result to the caller.
 */
export function operationRoute(
  app: FastifyInstance,
  sandbox: Sandbox,
  path: string,
  { kind, read }: { kind: OperationKind; read: (fields: Fields) => OperationRequest },
): void {
  const { faults, operations, state } = sandbox
  app.post(path, async (request, reply) => {
    const wanted = read(darajaBody(request))
    const drawn = drawGateway(faults, kind)
    const early = faults.chance(kind, 'before_answer')
    if (refuse(faults, drawn, reply)) return reply
    const id = wanted.originator_conversation_id
    if (id !== undefined && state.operations.has(id)) throw duplicateId()
    const operation = operations.accept({ kind, ...wanted })
    if (early) {
      faults.count(kind, 'before_answer')
      await operations.finish(operation, true)
    } else if (reply.raw.destroyed || request.raw.socket.destroyed) operations.present(operation)
    // 'close' is emitted after the response is sent, or earlier if the connection is lost.
    else reply.raw.once('close', () => operations.present(operation))
    if (drawn.dropAfterAccept) {
      faults.count(kind, 'drop_after_accept')
      dropConnection(request, reply)
      return reply
    }
    return {
      OriginatorConversationID: operation.originator_conversation_id,
      ConversationID: operation.conversation_id,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    }
  })
}

function duplicateId(): DarajaError {
  return new DarajaError(500, '500.002.1001', 'Duplicate OriginatorConversationID.')
}
