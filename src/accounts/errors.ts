import { declareErrors } from '../platform/errors.ts'

export class AccountError extends declareErrors({
  invalid_credentials: [401, 'Invalid credentials. Please check your email and password.'],
  unconfirmed: [401, "Confirm your email first: open the link that we've sent you, then sign in."],
  link_ended: [410, 'This link has expired or was already used. Request a new one.'],
  last_admin: [409, 'There must be at least one admin. Make someone else an admin first.'],
  account_not_found: [404, 'Account not found'],
}) {}
