import { LONE_LINK } from '../../ui/button.tsx'

/** The number that paid on this device before, partly hidden, in place of the field. */
export function KnownPhone({ phone, onChange }: { phone: string; onChange: () => void }) {
  return (
    <p>
      <span>
        Pay as{' '}
        <b className="whitespace-nowrap" translate="no">
          {maskLocally(phone)}
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

/** '0712 ••• 678', from a stored number. */
const maskLocally = (phone: string): string => `0${phone.slice(3, 6)} ••• ${phone.slice(-3)}`
