import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { saleStop } from '../../events/sales.rules.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { leftOfCode } from '../buyer-terms.rules.ts'
import { readPurchase } from './kept-purchase.ts'
import { PICK_FORM } from './pick-form.ts'

/**
 * 'Have a code?' below the ticket types, or the applied code. The code is in the page's address, so
 * that links, reloads and Back keep it. Without scripts, the form of the tickets sends the code.
 */
export function PromoCode({ event }: { event: EventReply }) {
  const [params] = useSearchParams()
  const sent = params.get('code')?.trim() ?? ''
  const { use, isBusy } = useCode(event.id, sent)
  // A page without tickets has no other form that can send the code.
  const isAlone = event.ticket_types.length === 0 || saleStop(event) !== null
  return (
    <div className="mt-3">
      {isAlone && <form id={PICK_FORM} />}
      {event.promo ? (
        <>
          <AppliedCode
            code={event.promo.code}
            rest={withoutCode(params)}
            onRemove={() => use('')}
          />
          <UsesLeft left={event.promo.left} />
        </>
      ) : (
        <CodeField
          key={sent}
          sent={sent}
          fault={isBusy || !sent ? null : faultOf(event)}
          isBusy={isBusy}
          onApply={use}
        />
      )}
    </div>
  )
}

/** `promo` is null for an invalid code, and absent if the page could not read the event again. */
function faultOf({ promo }: EventReply): string {
  return promo === null ? 'This code is not valid here' : 'No connection. Please try again.'
}

function withoutCode(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  rest.delete('code')
  return String(rest)
}

/** Reads the event with another code. The choice and the prices stay in the history entry. */
function useCode(eventId: string, sent: string) {
  const navigate = useNavigate()
  const isBusy = useNavigation().state !== 'idle'
  function use(code: string): void {
    const next = new URLSearchParams(location.search)
    if (code) next.set('code', code)
    else next.delete('code')
    const state: unknown = history.state?.usr
    void navigate({ search: `${next}` }, { replace: true, state, preventScrollReset: true })
  }
  const onArrival = useEffectEvent(() => {
    const { order, choice } = readPurchase(eventId)
    // The buyer has returned to an order with a code, by a link without the code.
    if (!sent && !choice && order?.promo_code) use(order.promo_code)
  })
  useEffect(() => onArrival(), [])
  return { use, isBusy }
}

function AppliedCode({
  code,
  rest,
  onRemove,
}: {
  code: string
  rest: string
  onRemove: () => void
}): ReactNode {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2">
      <span>
        Code <b className="font-semibold">{code}</b> applied
      </span>
      <span aria-hidden="true">·</span>
      <Link
        to={`?${rest}`}
        className={LONE_LINK}
        onClick={(click) => {
          click.preventDefault()
          onRemove()
        }}
      >
        Remove
      </Link>
      <input type="hidden" form={PICK_FORM} name="code" value={code} />
    </p>
  )
}

const FEW = 10

/**
 * The uses left of a code, for pages without scripts: buyers see it before they choose too many
 * tickets. With scripts, the summary shows it as soon as the chosen tickets are too many.
 */
const UsesLeft = ({ left }: { left: number | null }) => (
  // In a browser React leaves noscript empty, so only the server needs the content.
  <noscript>
    {import.meta.env.SSR && left !== null && left < FEW && <p>{leftOfCode(left)}</p>}
  </noscript>
)

function CodeField({
  sent,
  fault,
  isBusy,
  onApply,
}: {
  sent: string
  fault: string | null
  isBusy: boolean
  onApply: (code: string) => void
}) {
  const id = useId()
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const apply = () => {
    const code = input.current!.value.trim()
    if (code) onApply(code)
  }
  return (
    <>
      <label htmlFor={id} className="font-semibold">
        Have a code?
      </label>
      <div className="mt-1 flex gap-2">
        <input
          ref={input}
          id={id}
          name="code"
          form={PICK_FORM}
          defaultValue={sent}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onKeyDown={(press) => {
            if (press.key !== 'Enter') return
            press.preventDefault()
            apply()
          }}
          className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-white px-4 text-body placeholder:text-quiet aria-invalid:border-bad"
        />
        {/* Without script this sends the tickets too. With script, Enter in a quantity must not press it. */}
        <Button
          look="quiet"
          type={hydrated ? 'button' : 'submit'}
          form={PICK_FORM}
          disabled={isBusy}
          onClick={hydrated ? apply : undefined}
        >
          Apply
        </Button>
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-small text-bad">
          {fault}
        </p>
      )}
    </>
  )
}
