import { compareWithList, type ListDeps } from '../../payments/receipts/compare-with-list.ts'
import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import { amountText } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { compareBooks } from './compare-books.ts'
import { compareWithSandbox } from './compare-with-sandbox.ts'
import { selectMpesaDoubts } from './mpesa-doubts.sql.ts'

export type Look = { differences: Difference[]; totals: string[]; unread: string | null }

/**
 * Compares the ledger with the states, our receipts with M-Pesa's list, and, if a sandbox runs, all
 * money with the sandbox's ledger. Changes nothing.
 */
export async function lookOnce(deps: ListDeps, sandboxOrigin: string | null): Promise<Look> {
  const list = await compareWithList(deps, { settles: false })
  const now = deps.clock.now()
  const sandbox = sandboxOrigin ? await compareWithSandbox(deps.db, sandboxOrigin, now) : null
  const books = await compareBooks(deps.db)
  const doubts = await selectMpesaDoubts(deps.db, now)
  const totals = [`Books against orders and payments: ${countLabel(books.length)}`]
  if (list.kind === 'read') {
    const { from, count, cents, differences } = list
    totals.push(
      `M-Pesa lists ${count} receipts, ${amountText(cents)}, since ${nairobiDateTime(from)}: ${countLabel(differences.length)}`,
    )
  }
  if (sandbox) {
    const { theirs, ours, differences } = sandbox
    totals.push(
      `The sandbox took ${amountText(theirs.taken_cents)} and refunded ${amountText(theirs.refunded_cents)}; the books say ${amountText(ours.taken_cents)} and ${amountText(ours.refunded_cents)}: ${countLabel(differences.length)}`,
    )
  }
  return {
    differences: [
      ...books,
      ...doubts,
      ...(list.kind === 'read' ? list.differences : []),
      ...(sandbox?.differences ?? []),
    ],
    totals,
    unread: list.kind === 'read' ? null : list.reason,
  }
}

function countLabel(count: number): string {
  return count === 0 ? 'no difference' : `${count} difference${count === 1 ? '' : 's'}`
}
