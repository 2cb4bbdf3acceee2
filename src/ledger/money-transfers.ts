import { insertAudit } from '../accounts/audit-log.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { formatExactKes } from '../ui/office/formats.rules.ts'
import { post } from './entries.ts'
import { LedgerError } from './errors.ts'
import { TRANSFER_WAYS, type TransferWay, transfer } from './ledger.rules.ts'
import { selectTransfer, selectTransferById, type TransferRow } from './money-transfers.sql.ts'
import { findRecorded, type Reversal, recordOnce, takeBackRecorded } from './recorded-entries.ts'

type NewTransfer = {
  way: TransferWay
  amountCents: number
  reference: string
  /** The time when the money moved, which was before the admin recorded the transfer. */
  at: Date
  by: string
}

/**
 * Records that an admin moved money between our own accounts, in M-Pesa's portal or at the bank.
 * Throws transfer_recorded if the reference is already recorded.
 */
export async function recordTransfer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { way, amountCents, reference, at, by }: NewTransfer,
): Promise<TransferRow> {
  const [from, to] = TRANSFER_WAYS[way]
  return await recordOnce(() =>
    inTransaction(db, async (tx) => {
      const { recorded, movement } = await findRecorded('transfer', reference, (name) =>
        selectTransfer(tx, name),
      )
      if (recorded) throw alreadyRecorded(recorded)
      const lines = transfer(from, to, amountCents)
      await post(tx, { movement, kind: 'transfer', at, reference, lines })
      await insertAudit(tx, { accountId: by, at: clock.now() }, [
        {
          action: 'transfer_recorded',
          subject: reference,
          after: { from, to, amount: toKes(amountCents), day: nairobiDate(at) },
        },
      ])
      return (await selectTransfer(tx, movement))!
    }),
  )
}

function alreadyRecorded({ amount_cents, at }: TransferRow): LedgerError {
  const amount = formatExactKes(toKes(amount_cents))
  const text = `A transfer with this reference is already recorded: ${amount} on ${nairobiDate(at)}.`
  return new LedgerError('transfer_recorded', { text, details: { field: 'reference' } })
}

/** Reverses a transfer that was recorded by mistake. Returns the transfer. */
export async function takeBackTransfer(
  deps: Pick<Deps, 'db' | 'clock'>,
  reversal: Reversal,
): Promise<TransferRow> {
  return await takeBackRecorded(deps, reversal, {
    name: 'transfer',
    select: selectTransferById,
    contrary: (entry) => transfer(entry.to_account, entry.from_account, entry.amount_cents),
    about: ({ reference }) => ({ subject: reference }),
  })
}
