import type { ReactNode } from 'react'
import { formatKes, formatKesAndCents } from '../../../platform/values/money.rules.ts'
import {
  boundsText,
  priceFieldLabel,
  quantitiesOf,
  quantityLabel,
  typeLabel,
} from '../engine/door-price.ts'
import type { SaleMethod } from '../engine/gate-calls.ts'
import { BigButton, INPUT, Note, Sheet } from './gate-parts.tsx'
import type { DoorSum } from './use-door-sum.ts'

const LABEL = 'flex flex-col gap-2 font-semibold'

type Fields = {
  sum: DoorSum
  onChoose: DoorSum['choose']
  phone: string
  onPhone: (typed: string) => void
  isSending: boolean
}

type Form = Fields & {
  note: string | null
  onAccept: () => void
  onCheck: () => void
  onPay: (method: SaleMethod) => void
}

/** The tickets of a door sale, the buyer's number, the sum and the buttons that sell. */
export function DoorSaleForm({ note, onAccept, onCheck, onPay, ...fields }: Form) {
  const { sum, phone, isSending } = fields
  const isBlocked = isSending || sum.closed !== null || sum.needsPrice || !phone.trim()
  return (
    <Sheet title="Sell at the door">
      <ChosenTickets {...fields} />
      <label className={LABEL}>
        Phone number
        <input
          className={INPUT}
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={({ target }) => fields.onPhone(target.value)}
        />
      </label>
      <CodeField {...fields} isBlocked={isBlocked} onCheck={onCheck} />
      {note && <Note>{note}</Note>}
      <Sum sum={sum} />
      {sum.isChanged && sum.closed === null ? (
        <BigButton disabled={isSending} onClick={onAccept}>
          {sum.isFree ? 'Give for free' : `Sell at ${formatKes(sum.amount)}`}
        </BigButton>
      ) : (
        <SellButtons isFree={sum.isFree} disabled={isBlocked || sum.needsCheck} onPay={onPay} />
      )}
    </Sheet>
  )
}

function ChosenTickets({ sum, onChoose, isSending }: Fields) {
  return (
    <>
      <Select
        label="Ticket"
        disabled={isSending}
        value={sum.typeId}
        onSelect={(typeId) => onChoose({ typeId })}
      >
        {sum.types.map((type) => (
          <option key={type.id} value={type.id}>
            {typeLabel(sum.event, type, sum.now)}
          </option>
        ))}
      </Select>
      <Select
        label={sum.type ? quantityLabel(sum.type) : 'People'}
        disabled={isSending}
        value={sum.quantity}
        onSelect={(units) => onChoose({ quantity: Number(units) })}
      >
        {(sum.type ? quantitiesOf(sum.type) : [sum.quantity]).map((units) => (
          <option key={units}>{units}</option>
        ))}
      </Select>
      {sum.type?.lowest !== undefined && (
        <label className={LABEL}>
          {priceFieldLabel(sum.type)}
          <input
            className={INPUT}
            disabled={isSending}
            inputMode="numeric"
            autoComplete="off"
            value={sum.typed}
            onChange={({ target }) => onChoose({ typed: target.value })}
          />
          <span className="font-normal text-quiet">{boundsText(sum.type, sum.quantity)}</span>
        </label>
      )}
    </>
  )
}

type SelectProps = {
  label: string
  disabled: boolean
  value: string | number
  onSelect: (value: string) => void
  children: ReactNode
}

function Select({ label, onSelect, children, ...rest }: SelectProps) {
  return (
    <label className={LABEL}>
      {label}
      <select className={INPUT} onChange={({ target }) => onSelect(target.value)} {...rest}>
        {children}
      </select>
    </label>
  )
}

type Code = Fields & { isBlocked: boolean; onCheck: () => void }

/** Shown only if the event has usable codes. Only the server knows the sum with a code. */
function CodeField({ sum, onChoose, isSending, isBlocked, onCheck }: Code) {
  const { code } = sum
  if (code === null) {
    if (!sum.hasCodes) return null
    return (
      <BigButton look="quiet" disabled={isSending} onClick={() => onChoose({ code: '' })}>
        Have a code?
      </BigButton>
    )
  }
  return (
    <>
      <label className={LABEL}>
        Code
        <input
          className={INPUT}
          disabled={isSending}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={({ target }) => onChoose({ code: target.value })}
        />
      </label>
      {sum.needsCheck && (
        <BigButton look="quiet" disabled={isBlocked} onClick={onCheck}>
          Check the code
        </BigButton>
      )}
    </>
  )
}

function Sum({ sum }: { sum: DoorSum }) {
  const { amount, price, closed, isLowered } = sum
  if (closed !== null) return <p className="text-lead font-bold">{closed}</p>
  if (sum.needsCheck) return <p className="text-quiet">Check the code to see the total.</p>
  if (sum.needsPrice) return <p className="text-quiet">Type the price to see the total.</p>
  return (
    <div>
      <p className="text-lead font-bold">{sum.isFree ? 'Free' : formatKes(amount)}</p>
      {sum.dayNote && <p className="font-bold">{sum.dayNote}</p>}
      {sum.note && <p className="text-quiet">{sum.note}</p>}
      {isLowered && <p className="text-quiet">with the code</p>}
      {price?.step && <p className="text-quiet">{price.step}</p>}
      {price && price.fee > 0 && (
        <p className="text-quiet">includes {formatKesAndCents(price.fee)} service fee</p>
      )}
    </div>
  )
}

type Buttons = { isFree: boolean; disabled: boolean; onPay: Form['onPay'] }

function SellButtons({ isFree, disabled, onPay }: Buttons) {
  if (isFree) {
    return (
      <BigButton disabled={disabled} onClick={() => onPay('free')}>
        Give tickets
      </BigButton>
    )
  }
  return (
    <>
      <BigButton disabled={disabled} onClick={() => onPay('mpesa')}>
        Send M-PESA prompt
      </BigButton>
      <BigButton look="quiet" disabled={disabled} onClick={() => onPay('cash')}>
        Paid in cash
      </BigButton>
    </>
  )
}
