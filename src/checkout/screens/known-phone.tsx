import { maskPhone } from '../../platform/values/phone.rules.ts'
import { LONE_LINK } from '../../ui/button.tsx'

/** The number that paid on this device before, partly hidden. Replaces the field. */
export function KnownPhone({ phone, onChange }: { phone: string; onChange: () => void }) {
  return (
    <p>
      <span>
        Pay as{' '}
        <b className="whitespace-nowrap" translate="no">
          {maskPhone(phone)}
        </b>
      </span>{' '}
      ·{' '}
      <button type="button" className={LONE_LINK} onClick={onChange}>
        change
      </button>
      <input type="hidden" name="phoneNumber" value={phone} />
    </p>
  )
}
