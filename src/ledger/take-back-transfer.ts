import type { Deps } from '../platform/database/deps.ts'
import { transfer } from './ledger.rules.ts'
import { selectTransferById, type TransferRow } from './money-transfers.sql.ts'
import { takeBackRecorded } from './take-back-recorded.ts'

/** Reverses a transfer that was recorded by mistake. */
export async function takeBackTransfer(
  deps: Pick<Deps, 'db' | 'clock'>,
  asked: { id: number; words: string; by: string },
): Promise<TransferRow> {
  return await takeBackRecorded(deps, asked, {
    name: 'transfer',
    select: selectTransferById,
    contrary: (entry) => transfer(entry.to_account, entry.from_account, entry.amount_cents),
    about: ({ reference }) => ({ subject: reference }),
  })
}
