import { Type } from 'typebox'
import {
  ErrorReply,
  listOf,
  nullable,
  oneOf,
  PageQuery,
} from '../platform/http/platform.contract.ts'
import { TEAM_ROLES } from '../platform/http/rights.rules.ts'
import { EMAIL_MAX } from '../platform/values/email-address.rules.ts'

export const Role = Type.Union([Type.Literal('organizer'), Type.Literal('admin')])
export type Role = Type.Static<typeof Role>

const Email = Type.String({ maxLength: EMAIL_MAX })
/** Longer passwords are no safer, and hashing them costs us more. */
const Password = Type.String({ maxLength: 200 })
const FullName = Type.String({ maxLength: 100 })
const LinkToken = Type.String({ maxLength: 100 })

/** The account that is signed in. */
export const SessionUser = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: Role,
  /**
   * Set if the account owns no event and is in a team, but none of its team roles has the right
   * `figures`. Screens then show this account no amounts of money.
   */
  lacks_figures: Type.Optional(Type.Literal(true)),
})
export type SessionUser = Type.Static<typeof SessionUser>

export const UserReply = Type.Object({
  ...SessionUser.properties,
  full_name: Type.String(),
  /** Whether the owner has opened the link that was sent to the address. */
  confirmed: Type.Boolean(),
})
export type UserReply = Type.Static<typeof UserReply>

export const TokenQuery = Type.Object({
  grant_type: Type.Union([Type.Literal('password'), Type.Literal('refresh_token')]),
})

/** A sign-in (`password`) needs both fields; a refresh uses its cookie and sends no body. */
export const TokenRequest = nullable(
  Type.Object({ email: Type.Optional(Email), password: Type.Optional(Password) }),
)

export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  /** The time for which the token works, in seconds. */
  expires_in: Type.Integer(),
  user: SessionUser,
})
export type TokenReply = Type.Static<typeof TokenReply>

/** Sends the code of a sign-in whose reply was `second_factor_required`. */
export const FactorRequest = Type.Object({
  challenge_id: Type.String({ maxLength: 100 }),
  /** A code of the app, or a recovery code. */
  code: Type.String({ maxLength: 100 }),
})

const RecoveryCodes = Type.Array(Type.String())

export const FactorReply = Type.Object({
  ...TokenReply.properties,
  /** New recovery codes, if the code has set up a second factor. No later reply contains them. */
  recovery_codes: Type.Optional(RecoveryCodes),
})
export type FactorReply = Type.Static<typeof FactorReply>

export const FactorState = Type.Object({
  is_on: Type.Boolean(),
  /** Whether the account needs a second factor to sign in. */
  is_required: Type.Boolean(),
  /**
   * Whether members who may approve payouts, and the owners of their teams, need a second factor.
   */
  is_required_for_money: Type.Boolean(),
  /** The time at which sessions without the second factor end. Null if such sessions do not end. */
  due_at: nullable(Type.String()),
  /** The number of recovery codes that were not used yet. */
  recovery_codes: Type.Integer(),
})
export type FactorState = Type.Static<typeof FactorState>

export const SetupRequest = Type.Object({
  password: Password,
  /** A code of the old factor. Required if the account already has a factor. */
  code: Type.Optional(Type.String({ maxLength: 100 })),
})

/** The secret for the authenticator app, in base32, and the URI that the QR code contains. */
const Setup = Type.Object({ secret: Type.String(), uri: Type.String() })

/** A new factor. A code sent to POST /api/auth/second_factor switches it on. */
export const SetupReply = Type.Object({ challenge_id: Type.String(), ...Setup.properties })
export type SetupReply = Type.Static<typeof SetupReply>

export const CodeRequest = Type.Object({ code: Type.String({ maxLength: 100 }) })

export const RecoveryCodesReply = Type.Object({ recovery_codes: RecoveryCodes })
export type RecoveryCodesReply = Type.Static<typeof RecoveryCodesReply>

/** The error of a sign-in. `challenge_id` and `setup` come with `second_factor_required`. */
export const SignInRefusal = Type.Object(
  {
    ...ErrorReply.properties,
    challenge_id: Type.Optional(Type.String()),
    /**
     * Given if the account needs a second factor and has none. A code made from the secret sets the
     * factor up.
     */
    setup: Type.Optional(Setup),
  },
  { additionalProperties: true },
)
export type SignInRefusal = Type.Static<typeof SignInRefusal>

export const SignUpRequest = Type.Object({
  email: Email,
  password: Password,
  full_name: FullName,
})
export type SignUpRequest = Type.Static<typeof SignUpRequest>

export const SignUpReply = Type.Object({ user: SessionUser })

export const ForgotRequest = Type.Object({ email: Email })
export const LinkRequest = Type.Object({ token: LinkToken })
/**
 * Contains the password of the sign-up, or a new password with a new name. Both are optional in
 * the browser that signed up, because this browser sends the cookie of the sign-up. A new password
 * needs a new name, because a stranger may have signed up with this address and a false name.
 */
export const ConfirmRequest = Type.Object({
  token: LinkToken,
  password: Type.Optional(Password),
  new_password: Type.Optional(Password),
  full_name: Type.Optional(FullName),
})
export type ConfirmRequest = Type.Static<typeof ConfirmRequest>

export const ResetRequest = Type.Object({ token: LinkToken, password: Password })

export const PasswordRequest = Type.Object({ old_password: Password, password: Password })

/** The purpose of a mailed link, shown before the visitor uses the link. */
export const LinkReply = Type.Object({
  purpose: Type.Union([Type.Literal('confirm'), Type.Literal('reset')]),
  email: Type.String(),
  full_name: Type.String(),
  /** Whether this browser sent the sign-up, so that its link confirms without the password. */
  signed_up_here: Type.Boolean(),
})
export type LinkReply = Type.Static<typeof LinkReply>

export const AccountsQuery = Type.Object({
  /** A part of the name or of the email address. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  role: Type.Optional(Role),
  ...PageQuery,
})
export type AccountsQuery = Type.Static<typeof AccountsQuery>

export const AccountReply = Type.Object({
  ...UserReply.properties,
  created_at: Type.String(),
  /** Whether this organizer publishes and changes events without approval. */
  publishes_alone: Type.Boolean(),
  /** Only in lists: the roles that the account has in teams of other organizers, without repeats. */
  team_roles: Type.Optional(Type.Array(oneOf(TEAM_ROLES))),
})
export type AccountReply = Type.Static<typeof AccountReply>

export const AccountList = listOf(AccountReply)
export type AccountList = Type.Static<typeof AccountList>

/** The number for SMS about events; '' if there is none. */
export const OwnPhone = Type.Object({ phone: Type.String({ maxLength: 40 }) })
export type OwnPhone = Type.Static<typeof OwnPhone>

export const RoleRequest = Type.Object({
  role: Role,
  /** Unchanged if absent. */
  publishes_alone: Type.Optional(Type.Boolean()),
})

export const AuditQuery = Type.Object({
  event_id: Type.Optional(Type.String({ maxLength: 100 })),
  ...PageQuery,
})
export type AuditQuery = Type.Static<typeof AuditQuery>

export const AuditEntryReply = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Null if a command on the server made the change. */
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
