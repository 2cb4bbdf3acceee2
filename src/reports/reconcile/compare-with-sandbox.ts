import { selectKeptReceipts } from '../../payments/receipts/kept-receipts.sql.ts'
import { compareReceipts, type Difference } from '../../payments/receipts/list-difference.rules.ts'
import { assertOutsideTransaction, type Db } from '../../platform/database/db.ts'
import { selectMoneyTotals, selectRefunded } from '../figures/refunded.sql.ts'

/** A movement in the sandbox's own ledger, in shillings. */
type SandboxRow = {
  kind?: string
  receipt: string
  amount: number
  /** For a Reversal: the receipt of the payment that it reversed. */
  original_receipt?: string | null
}

type SandboxComparison = {
  theirs: { taken_cents: number; refunded_cents: number }
  ours: { taken_cents: number; refunded_cents: number }
  differences: Difference[]
}

const GIVEN_BACK = ['reversal', 'b2c', 'b2b']

/**
 * Compares all money that the sandbox ever moved with our receipts, refunds, payouts and ledger. Returns
 * null if no sandbox responds.
 */
export async function compareWithSandbox(
  db: Db,
  origin: string,
  now: Date,
): Promise<SandboxComparison | null> {
  assertOutsideTransaction('A question to the sandbox')
  const rows = await readLedger(origin)
  if (!rows) return null
  const isBack = ({ kind = 'push' }: SandboxRow) => GIVEN_BACK.includes(kind)
  const inCents = ({ receipt, amount }: SandboxRow) => ({
    receipt,
    amountCents: Math.round(amount * 100),
  })
  const taken = rows.filter((row) => !isBack(row)).map(inCents)
  const givenBack = await selectRefunded(db)
  const known = new Set(givenBack.map(({ receipt }) => receipt))
  const back = rows.filter(isBack).map((row) => {
    const reversal = `reversal of ${row.original_receipt}`
    return inCents(known.has(reversal) ? { ...row, receipt: reversal } : row)
  })
  const kept = await selectKeptReceipts(db, {
    receipts: taken.map(({ receipt }) => receipt),
    from: new Date(0),
    reportedBefore: now,
  })
  const ours = await selectMoneyTotals(db)
  const theirs = { taken_cents: sumOf(taken), refunded_cents: sumOf(back) }
  const about = (side: string) => (difference: Difference) => ({
    ...difference,
    what: `sandbox, ${side}: ${difference.what}`,
  })
  const differences = [
    ...compareReceipts(taken, kept).map(about('taken')),
    ...compareReceipts(back, givenBack).map(about('given back')),
    ...compareTotal('taken in all', ours.taken_cents, theirs.taken_cents),
    ...compareTotal('given back in all', ours.refunded_cents, theirs.refunded_cents),
  ]
  return { theirs, ours, differences }
}

async function readLedger(origin: string): Promise<SandboxRow[] | null> {
  try {
    const answer = await fetch(`${origin}/ledger`, { signal: AbortSignal.timeout(10_000) })
    const rows: unknown = answer.ok ? await answer.json() : null
    // The benchmarks' M-Pesa server has no ledger and responds with something else.
    return Array.isArray(rows) ? (rows as SandboxRow[]) : null
  } catch {
    return null
  }
}

const sumOf = (rows: readonly { amountCents: number }[]) =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0)

function compareTotal(name: string, ours_cents: number, theirs_cents: number): Difference[] {
  if (ours_cents === theirs_cents) return []
  return [{ what: 'sandbox, books', name, order_code: null, ours_cents, theirs_cents }]
}
