import { Type } from 'typebox'
import { nullable, ServiceFee } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'

const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('editor'),
  Type.Literal('money'),
  Type.Literal('door_lead'),
  Type.Literal('promoter'),
])
/** Null for all events of the organizer. */
const EventOfRole = nullable(Type.Object({ id: Type.String(), title: Type.String() }))

export const MemberParams = Type.Object({ id: Type.String(), member_id: Type.String() })
export const InvitationParams = Type.Object({ id: Type.String(), invitation_id: Type.String() })

export const MemberReply = Type.Object({
  /**
   * The member's id. For the organizer's own account, which always stays an owner, the id of the
   * organizer.
   */
  id: Type.String(),
  account: Type.Object({
    id: Type.String(),
    full_name: Type.String(),
    email: Type.String(),
  }),
  role: Role,
  event: EventOfRole,
})
export type MemberReply = Type.Static<typeof MemberReply>

export const InvitationReply = Type.Object({
  id: Type.String(),
  /** The email address or phone number. */
  to: Type.String(),
  role: Role,
  event: EventOfRole,
  created_at: Type.String(),
  expires_at: Type.String(),
})
export type InvitationReply = Type.Static<typeof InvitationReply>

/** The members and the open invitations. */
export const TeamReply = Type.Object({
  members: Type.Array(MemberReply),
  invitations: Type.Array(InvitationReply),
})
export type TeamReply = Type.Static<typeof TeamReply>

/** Needs an email address or a phone number, and not both. */
export const InviteRequest = Type.Object({
  email: Type.Optional(Type.String({ maxLength: EMAIL_MAX })),
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  role: Role,
  /** Absent or null for all events of the organizer. */
  event_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
})
export type InviteRequest = Type.Static<typeof InviteRequest>

export const MemberRoleRequest = Type.Object({ role: Role })

/** A role of the caller in the team of another account. */
export const MembershipReply = Type.Object({
  id: Type.String(),
  organization: Type.Object({ id: Type.String(), name: Type.String() }),
  role: Role,
  event: EventOfRole,
})
export type MembershipReply = Type.Static<typeof MembershipReply>

/**
 * The organizers for which the caller may write drafts or manage members, the caller's own
 * first, and the caller's memberships in the teams of other accounts.
 */
export const TeamList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      service_fee: ServiceFee,
      may_edit: Type.Boolean(),
      may_manage: Type.Boolean(),
    }),
  ),
  memberships: Type.Array(MembershipReply),
})
export type TeamList = Type.Static<typeof TeamList>

const Token = Type.String({ maxLength: 100 })
export const OpenInvitationRequest = Type.Object({ token: Token })

/** The invitation behind a link. */
export const OpenInvitation = Type.Object({
  /** The email address of the inviting person. */
  invited_by: Type.String(),
  /** The organizer's name; null until an admin has allowed the name. */
  organization: nullable(Type.String()),
  role: Role,
  event: EventOfRole,
  /** The invited email address; null after an invitation by SMS. */
  email: nullable(Type.String()),
  /** Whether the invited email address has an account. */
  has_account: Type.Boolean(),
})
export type OpenInvitation = Type.Static<typeof OpenInvitation>

export const JoinRequest = Type.Object({
  token: Token,
  password: Type.String({ maxLength: 200 }),
  full_name: Type.String({ maxLength: 100 }),
})
export type JoinRequest = Type.Static<typeof JoinRequest>
