import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'

export const CategoryInput = Type.Object({ name: Type.String({ maxLength: 200 }) })
export type CategoryInput = Type.Static<typeof CategoryInput>

export const CategoryReply = Type.Object({ id: Type.String(), name: Type.String() })
export type CategoryReply = Type.Static<typeof CategoryReply>

/**
 * Absent fields stay unchanged on PUT. A new gate without `gate_offset` comes after all other
 * gates.
 */
export const GateInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  gate_offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })),
})
export type GateInput = Type.Static<typeof GateInput>

export const GateReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  gate_offset: Type.Integer(),
})
export type GateReply = Type.Static<typeof GateReply>

export const ShortCodeInput = Type.Object({
  code: Type.String({ maxLength: 200 }),
  event_id: Type.String({ maxLength: 200 }),
})
export type ShortCodeInput = Type.Static<typeof ShortCodeInput>

export const ShortCodeChange = Type.Object({ event_id: Type.String({ maxLength: 200 }) })
export type ShortCodeChange = Type.Static<typeof ShortCodeChange>

export const ShortCodeReply = Type.Object({
  code: Type.String(),
  event_id: Type.String(),
  event_title: Type.String(),
  /** False for a draft. Until the event is published, its code redirects to the home page. */
  is_published: Type.Boolean(),
  visits: Type.Integer(),
  last_visit_at: nullable(Type.String()),
})
export type ShortCodeReply = Type.Static<typeof ShortCodeReply>

export const ShortCodeQuery = Type.Object({
  ...PageQuery,
})
export type ShortCodeQuery = Type.Static<typeof ShortCodeQuery>

export const ShortCodeList = listOf(ShortCodeReply)
export type ShortCodeList = Type.Static<typeof ShortCodeList>
