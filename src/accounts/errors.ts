import { declareErrors } from '../platform/errors.ts'

export class AccountError extends declareErrors({
  invalid_credentials: [401, 'Invalid credentials. Please check your email and password.'],
  unconfirmed: [401, "Confirm your email first: open the link that we've sent you, then sign in."],
  second_factor_required: [401, 'Enter the code from your app.'],
  challenge_ended: [410, 'This sign-in has expired. Sign in again.'],
  second_factor_off: [409, 'The second factor is not switched on.'],
  second_factor_kept: [409, 'This account needs the second factor. It cannot be switched off.'],
  link_ended: [410, 'This link has expired or was already used. Request a new one.'],
  last_admin: [409, 'There must be at least one admin. Make someone else an admin first.'],
  account_not_found: [404, 'Account not found'],
}) {}
