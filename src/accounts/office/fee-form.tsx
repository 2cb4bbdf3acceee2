import { useState } from 'react'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { RadioFields } from '../../ui/office/form-parts.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useSending } from '../../ui/office/use-sending.ts'
import type { FeeReply } from '../fees/fees.contract.ts'
import { feeWords } from '../fees/service-fee.rules.ts'
import { sessionFetch } from './session.ts'

/** Sets the service fee of an organizer's future orders: an own fee, or that of the settings. */
export function FeeForm({
  fee,
  onClose,
  onSaved,
}: {
  fee: FeeReply
  onClose: () => void
  onSaved: (text: string) => void
}) {
  const [kind, setKind] = useState<'all' | 'own'>(fee.set_at === null ? 'all' : 'own')
  const [percent, setPercent] = useState(String(fee.basis_points / 100))
  const [fixed, setFixed] = useState(String(fee.fixed))
  const { send, errorOf, form } = useSending(['basis_points', 'fixed'], 'No connection.')

  async function save() {
    const body = { basis_points: Math.round(Number(percent) * 100), fixed: Number(fixed) }
    const request = kind === 'own' ? { ...jsonPost(body), method: 'PUT' } : { method: 'DELETE' }
    const path = `/api/accounts/${fee.id}/fee`
    const saved = await send(callApi<FeeReply>(sessionFetch, path, request))
    if (!saved) return
    const whose = saved.set_at === null ? 'the fee of all organizers' : 'own fee'
    onSaved(`${saved.full_name}: ${whose} (${feeWords(saved)}).`)
  }

  return (
    <ModalForm
      title={`Fee for ${fee.full_name}`}
      about="Applies to orders from now on; earlier orders keep their fee. The organizer chooses for each event if buyers pay it on top."
      yes={['Save', 'Saving...']}
      {...form}
      onClose={onClose}
      onSend={() => void save()}
    >
      <RadioFields
        legend="Service fee"
        name="kind"
        value={kind}
        onChange={setKind}
        options={[
          {
            value: 'all',
            label: `The fee of all organizers (${feeWords(fee.settings_fee)})`,
            hint: 'Follows the settings when they change.',
          },
          { value: 'own', label: 'Own fee', hint: 'Stays until an admin changes it.' },
        ]}
      />
      {kind === 'own' && (
        <>
          <Field
            label="Percent of price"
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step={0.01}
            required
            value={percent}
            error={errorOf('basis_points')}
            onChange={(typed) => setPercent(typed.target.value)}
          />
          <Field
            label="KES per ticket"
            hint="Per person: of a table of ten, ten times."
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            required
            value={fixed}
            error={errorOf('fixed')}
            onChange={(typed) => setFixed(typed.target.value)}
          />
        </>
      )}
    </ModalForm>
  )
}
