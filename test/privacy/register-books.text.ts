import { column, type Entry, plain } from './register.rules.ts'

const PAYEE = column('where an organizer is paid', 'paying organizers', 'account', 'staff')

const HISTORY = 'who changed what'

export const BOOKS_TABLES: Readonly<Record<string, Entry>> = {
  ledger_entry: plain('id movement kind payment_id order_id reference at held_until'),
  ledger_line: plain('entry_id account event_id amount_cents'),
  organizer_fee: plain('account_id basis_points fixed_cents set_at'),
  payout: {
    person: { reason: column('why an admin refused a payout', HISTORY, 'history', 'staff') },
    plain:
      'id event_id payout_account_id amount_cents state asked_by asked_at decided_by decided_at held_until',
  },
  payout_event: plain('id part_id from_state to_state cause at'),
  payout_part: plain(
    'id payout_id position amount_cents originator_id state since next_at tries failure_code paid_from reference charge_cents held_until',
  ),
  payout_plan: plain('account_id reserve_basis_points set_at'),
  payout_account: {
    person: { number: PAYEE, account_number: PAYEE, bank: PAYEE },
    plain: 'id account_id kind created_at usable_at',
  },
}
