import { declareErrors } from '../platform/errors.ts'

export class AccountError extends declareErrors({
  invalid_credentials: [401, 'Invalid credentials. Please check your email and password.'],
  unconfirmed: [401, "Confirm your email first: open the link that we've sent you, then sign in."],
  second_factor_required: [401, 'Enter the code from your app.'],
  challenge_ended: [410, 'This sign-in has expired. Sign in again.'],
  second_factor_off: [409, 'Two-step sign-in is not switched on.'],
  second_factor_kept: [409, 'This account needs two-step sign-in. It cannot be switched off.'],
  link_ended: [410, 'This link has expired or was already used. Request a new one.'],
  last_admin: [409, 'There must be at least one admin. Make someone else an admin first.'],
  account_not_found: [404, 'Account not found'],
  organization_not_found: [404, 'Organization not found'],
  member_not_found: [404, 'Member not found'],
  invitation_not_found: [404, 'Invitation not found'],
  already_member: [409, 'This person is already a member. Change their role in the list.'],
  last_owner: [409, 'The account that owns the events stays an owner.'],
  joined_already: [
    409,
    'You are in this team already. An owner can change your role on the page Team.',
  ],
  admin_joins_no_team: [
    409,
    'Admins see all events already. Sign in with an organizer account to join a team.',
  ],
  own_organization: [409, 'These are your own events. Sign in with another account to join.'],
  invitation_of_another: [
    409,
    'This invitation was sent to another email address. Sign in with the account of that address.',
  ],
  has_account: [409, 'This email address has an account. Sign in to accept the invitation.'],
  sign_up_first: [409, 'Sign up or sign in first, then open the link in the SMS again.'],
}) {}
