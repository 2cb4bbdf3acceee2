import { Type } from 'typebox'

export const AuditQuery = Type.Object({
  event_id: Type.Optional(Type.String({ maxLength: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
})
export type AuditQuery = Type.Static<typeof AuditQuery>

export const AuditEntryReply = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Null where no account did it, such as a command on the server. */
  account: Type.Union([
    Type.Object({ id: Type.String(), email: Type.String(), full_name: Type.String() }),
    Type.Null(),
  ]),
  action: Type.String(),
  subject: Type.String(),
  event_id: Type.Union([Type.String(), Type.Null()]),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type AuditEntryReply = Type.Static<typeof AuditEntryReply>

export const AuditList = Type.Object({
  data: Type.Array(AuditEntryReply),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
})
export type AuditList = Type.Static<typeof AuditList>
