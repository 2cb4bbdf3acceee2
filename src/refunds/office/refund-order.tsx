import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { callApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import type { RefundableOrder, RefundReply } from '../refunds.contract.ts'
import { FoundOrder } from './found-order.tsx'
import { RefundProgress } from './refund-progress.tsx'

/**
 * Refunds an order, some of its tickets or some people of a ticket. The order is found by code, receipt
 * or ticket number.
 */
export function RefundOrder({ onRefunded }: { onRefunded: () => void }) {
  const [order, setOrder] = useState<RefundableOrder | null>(null)
  /** The typed ticket number; null if the user typed another kind of number or code. */
  const [meant, setMeant] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<RefundReply | null>(null)

  async function find(reference: string) {
    const path = `/api/refunds/order?reference=${encodeURIComponent(reference)}`
    const answer = await callApi<RefundableOrder>(sessionFetch, path)
    setMade(null)
    setOrder(answer.ok ? answer.data : null)
    setMeant(readTicketNumber(reference))
    setProblem(answer.ok ? null : answer.error)
  }

  function onFind(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    void find(String(new FormData(submitted.currentTarget).get('reference')))
  }

  // A link to this page may contain the order's code.
  const linked = useSearchParams()[0].get('refund')
  const findLinked = useEffectEvent(find)
  useEffect(() => {
    if (linked) void findLinked(linked)
  }, [linked])

  return (
    <section
      aria-labelledby="refund-order"
      className="mb-6 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id="refund-order" className="text-lead font-bold">
        Refund an order
      </h2>
      <form noValidate onSubmit={onFind} className="mt-3 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="Order code, M-PESA reference or ticket number"
            name="reference"
            autoComplete="off"
            key={linked}
            defaultValue={linked ?? ''}
            error={problem}
          />
        </div>
        <Button type="submit" look="quiet">
          Find
        </Button>
      </form>
      {made && (
        <div className="mt-4">
          <RefundProgress key={made.id} made={made} />
        </div>
      )}
      {order && (
        <>
          <p className="mt-4">
            <strong>{order.event}</strong>, order <span>{order.code}</span>:{' '}
            <span>{formatExactKes(order.amount)}</span> refundable
          </p>
          <FoundOrder
            key={`${order.order_id} ${meant}`}
            order={order}
            isMeant={({ ticket_number }) => ticket_number === meant}
            onRefunded={(refund) => {
              setMade(refund)
              setOrder(null)
              onRefunded()
            }}
          />
        </>
      )}
    </section>
  )
}
