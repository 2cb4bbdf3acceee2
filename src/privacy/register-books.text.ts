import { column, type Entry, plain } from './register.rules.ts'

const PAYEE = column('where an organizer is paid', 'paying organizers', 'account', 'staff')

/** The part of the register about the books and payouts. */
export const BOOKS_TABLES: Readonly<Record<string, Entry>> = {
  ledger_entry: plain('id movement kind payment_id order_id reference at'),
  ledger_line: plain('entry_id account event_id amount_cents'),
  organizer_fee: plain('account_id basis_points fixed_cents set_at'),
  payout_account: {
    person: { number: PAYEE, account_number: PAYEE, bank: PAYEE },
    plain: 'id account_id kind created_at usable_at',
  },
}
