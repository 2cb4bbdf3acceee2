import { randomUUID } from 'node:crypto'
import type { LedgerRow } from './ledger.ts'
import type { State } from './state.ts'

function money(kes: number): string {
  return `Ksh${kes.toLocaleString('en-KE', { minimumFractionDigits: 2 })}`
}

function words(row: LedgerRow, business: string): string {
  switch (row.kind) {
    case 'reversal':
      return `Your payment ${row.original_receipt} to ${business} has been reversed. ${money(row.amount)} is back in your account.`
    case 'b2c':
      return `You have received ${money(row.amount)} from ${business}.`
    default:
      return `${money(row.amount)} sent to ${business} for account ${row.account_reference}.`
  }
}

/** Sends the customer M-PESA's SMS with the receipt of money that has just moved. */
export function confirmBySms(state: State, row: LedgerRow, business: string): void {
  const balance = money(state.phone(row.msisdn).balance_kes)
  const text = `${row.receipt} Confirmed. ${words(row, business)} New M-PESA balance is ${balance}.`
  const message = { id: randomUUID(), from: 'MPESA', text, sent_at: new Date().toISOString() }
  state.record({ type: 'message', msisdn: row.msisdn, message })
}
