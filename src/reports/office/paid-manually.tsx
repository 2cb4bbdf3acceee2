import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/office/modal.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list.contract.ts'

/** 'Paid back, reference …': the money left by another way than the shop's. */
export function PaidManually({
  row,
  onClose,
  onSend,
}: {
  row: WorkRow
  onClose: () => void
  onSend: (reference: string) => Promise<void>
}) {
  const id = useId()
  const [reference, setReference] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void onSend(reference.trim())
  }
  return (
    <Modal titleId={id} onClose={onClose}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <h2 id={id} className="text-lead font-bold">
          Paid back by hand
        </h2>
        <p className="break-words text-quiet">
          <WholeWords text={row.known} />
        </p>
        <Field
          label="Paid back, reference"
          required
          pattern=".*\S.*"
          maxLength={60}
          autoComplete="off"
          hint="As the bank or M-PESA calls it. The buyer is told by SMS."
          value={reference}
          onChange={(typed) => setReference(typed.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Record</Button>
        </div>
      </form>
    </Modal>
  )
}
