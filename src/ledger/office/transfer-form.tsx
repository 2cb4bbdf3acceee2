import { useState } from 'react'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { Field } from '../../ui/field.tsx'
import { chosenDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { TransferWay } from '../ledger.rules.ts'
import type { MoneyTransfer, MoneyTransferRequest } from '../money-transfers.contract.ts'
import { AmountAndReference, useRecording } from './use-recording.tsx'

const NOT_RECORDED =
  'No connection. The transfer may already be recorded; try again with the same reference.'

const WAYS: Record<TransferWay, string> = {
  collection_to_utility: 'Collection to utility',
  bank_to_utility: 'Bank to utility',
  collection_to_bank: 'Collection to bank',
}

/**
 * The form with which an admin records a transfer between Lango's own accounts. The admin moves
 * the money outside the product.
 */
export function TransferForm({
  onClose,
  onRecorded,
}: {
  onClose: () => void
  onRecorded: (text: string) => void
}) {
  const today = nairobiDate(new Date())
  const [way, setWay] = useState<TransferWay>('collection_to_utility')
  const { typed, inputOf, record, form } = useRecording(
    { amount: '', reference: '', day: today },
    NOT_RECORDED,
  )

  async function send() {
    const body: MoneyTransferRequest = { ...typed, way, amount: Number(typed.amount) }
    const transfer = await record<MoneyTransfer>('/api/money_transfers', body)
    if (transfer) onRecorded(`${formatExactKes(transfer.amount)} recorded, ${transfer.reference}`)
  }

  return (
    <ModalForm
      title="Record a transfer"
      about={
        <WholeWords text="Record it when the money has moved, in M-PESA’s portal or at the bank." />
      }
      yes={['Record transfer', 'Saving...']}
      {...form}
      onClose={onClose}
      onSend={() => void send()}
    >
      <SelectField
        label="From and to"
        options={Object.entries(WAYS)}
        value={way}
        onChange={({ target }) => setWay(target.value as TransferWay)}
      />
      <AmountAndReference inputOf={inputOf} hint="Reference from M-PESA or the bank" />
      <Field label="Day" type="date" max={today} hint={chosenDay(typed.day)} {...inputOf('day')} />
    </ModalForm>
  )
}
