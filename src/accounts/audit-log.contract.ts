import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/platform.contract.ts'

export const AuditQuery = Type.Object({
  event_id: Type.Optional(Type.String({ maxLength: 100 })),
  ...PageQuery,
})
export type AuditQuery = Type.Static<typeof AuditQuery>

export const AuditEntryReply = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Null where no account did it, such as a command on the server. */
  account: nullable(
    Type.Object({ id: Type.String(), email: Type.String(), full_name: Type.String() }),
  ),
  action: Type.String(),
  subject: Type.String(),
  event_id: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type AuditEntryReply = Type.Static<typeof AuditEntryReply>

export const AuditList = listOf(AuditEntryReply)
export type AuditList = Type.Static<typeof AuditList>
