import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'

// The account to which an organizer is paid: GET and POST /api/payout_accounts.

const kind = Type.Union([
  Type.Literal('mpesa'),
  Type.Literal('till'),
  Type.Literal('paybill'),
  /** Paid by a person, because M-Pesa makes no payments to banks for us. */
  Type.Literal('bank'),
])

/** Organizers set their own account. Admins cannot set it for them. */
export const PayoutAccountRequest = Type.Object({
  kind,
  /** The phone number, till, paybill or bank account number. */
  number: Type.String({ maxLength: 60 }),
  /** The account at the paybill; ignored for all other kinds. */
  account_number: Type.Optional(Type.String({ maxLength: 60 })),
  /** The bank and its branch; ignored for all other kinds. */
  bank: Type.Optional(Type.String({ maxLength: 100 })),
  /** The code that was sent to the M-PESA number. Needed if the organizer never had the number. */
  code: Type.Optional(Type.String({ maxLength: 40 })),
})
export type PayoutAccountRequest = Type.Static<typeof PayoutAccountRequest>

export const PayoutCodeRequest = Type.Object({ number: Type.String({ maxLength: 60 }) })

/** `is_sent` is false if the organizer had this number before, so that it needs no code. */
export const PayoutCodeReply = Type.Object({ is_sent: Type.Boolean() })
export type PayoutCodeReply = Type.Static<typeof PayoutCodeReply>

export const PayoutAccountReply = Type.Object({
  id: Type.String(),
  kind,
  number: Type.String(),
  account_number: Type.String(),
  bank: Type.String(),
  /** The account in words: 'Till 123456'. */
  words: Type.String(),
  created_at: Type.String(),
  /** Nothing is paid to the account before this time. */
  usable_at: Type.String(),
  is_usable: Type.Boolean(),
})
export type PayoutAccountReply = Type.Static<typeof PayoutAccountReply>

export const PayoutAccountQuery = Type.Object({
  /** For admins: the account of this organizer. */
  organizer_id: Type.Optional(Type.String({ maxLength: 100 })),
})

/** `account` is the newest account, or null if the organizer has never set one. */
export const CurrentPayoutAccount = Type.Object({
  account: nullable(PayoutAccountReply),
  /**
   * Whether a new account is paid to only after 48 hours. False until the organizer has set an
   * account or sold a ticket for money.
   */
  new_account_waits: Type.Boolean(),
  /** The share of sales that is kept until the refund window has ended, in 1/100 percent. */
  reserve_basis_points: Type.Integer(),
})
export type CurrentPayoutAccount = Type.Static<typeof CurrentPayoutAccount>
