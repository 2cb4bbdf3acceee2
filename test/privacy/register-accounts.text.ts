import { column, type Entry, plain } from './register.rules.ts'

export const OFFICE = 'who may do what in the back office'
const PASSWORD = 'password, as a hash'
const FACTOR = column('secret of the second factor, encrypted', OFFICE, 'account', 'staff')

export const ACCOUNT_TABLES: Readonly<Record<string, Entry>> = {
  account: {
    person: {
      email: column('email address of an organizer or admin', OFFICE, 'account', 'staff'),
      full_name: column('name of an organizer or admin', OFFICE, 'account', 'staff'),
      phone: column('number for SMS about own events', OFFICE, 'account', 'emptied'),
      password_hash: column(PASSWORD, OFFICE, 'account', 'staff'),
    },
    plain: 'id role confirmed_at created_at updated_at signed_in_at publishes_alone',
  },
  account_link: plain('token_hash account_id purpose created_at expires_at ended_at'),
  collected_notice: {
    person: { notice: column('email and SMS to admins', OFFICE, 'done', 'staff') },
    plain: 'thing sent_at due_at',
  },
  invitation: {
    person: {
      email: column('email address of an invited person', OFFICE, 'ended', 'term'),
      phone: column('phone number of an invited person', OFFICE, 'ended', 'deleted'),
    },
    plain:
      'id token_hash organizer_id event_id role invited_by created_at expires_at accepted_by ended_at',
  },
  member: plain('id organizer_id account_id event_id role created_at money_since'),
  known_browser: plain('token_hash account_id seen_at'),
  recovery_code: {
    person: {
      code_hash: column(
        'code in place of the second factor, as a hash',
        OFFICE,
        'account',
        'staff',
      ),
    },
    plain: 'account_id used_at',
  },
  refresh_token: plain('token_hash session_id issued_at used_at successor_nonce'),
  second_factor: {
    person: { sealed_secret: FACTOR },
    plain: 'account_id last_step created_at',
  },
  session: plain('id account_id created_at expires_at ended_at end_reason has_factor'),
  sign_in_challenge: {
    person: {
      checked_hash: column(PASSWORD, OFFICE, 'challenge', 'staff'),
      sealed_secret: column('secret of a second factor, encrypted', OFFICE, 'challenge', 'staff'),
    },
    plain: 'token_hash account_id wrong_codes created_at expires_at',
  },
  sign_up: {
    person: {
      email: column('email address that is not confirmed', OFFICE, 'ended', 'term'),
      full_name: column('name', OFFICE, 'ended', 'term'),
      password_hash: column(PASSWORD, OFFICE, 'ended', 'term'),
    },
    plain: 'id created_at expires_at token_hash browser_hash',
  },
}
