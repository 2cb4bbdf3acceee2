import { Type } from 'typebox'

export const Role = Type.Union([Type.Literal('organizer'), Type.Literal('admin')])
export type Role = Type.Static<typeof Role>

/** Who is signed in. */
export const SessionUser = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: Role,
})
export type SessionUser = Type.Static<typeof SessionUser>

export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  /** Seconds. */
  expires_in: Type.Integer(),
  user: SessionUser,
})
export type TokenReply = Type.Static<typeof TokenReply>
