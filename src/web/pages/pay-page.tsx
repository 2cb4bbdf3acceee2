import { useEffect } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { OTHER_NUMBER } from '../../checkout/screens/other-number.tsx'
import { PayAgain, type PayProblem, PaySettled } from '../../checkout/screens/pay-settled.tsx'
import { useFollowedOrder } from '../../checkout/screens/use-followed-order.ts'
import { WaitingForPayment } from '../../checkout/screens/waiting-for-payment.tsx'
import { apiOf, callApi } from '../../ui/api.ts'
import { PREFIX } from '../../ui/language.rules.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { promptWithoutScript } from './pay-post.ts'

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/orders/${encodeURIComponent(params.orderId!)}`
  const answer = await callApi<OrderReply>(apiOf(context), path, { signal: request.signal })
  if (!answer.ok) throw new Response(answer.error, { status: answer.status || 503 })
  const isShown = new URL(request.url).searchParams.has('again')
  if (answer.data.status === '0' && !isShown) return redirect(`/success?order=${params.orderId}`)
  return data(answer.data, { headers: { 'cache-control': 'no-store' } })
}

/** On the server only, because this page's form is posted without script. */
export const action = import.meta.env.SSR ? promptWithoutScript : undefined

export const handle: PageHandle = {
  head: () => ({
    title: 'Your payment · Lango',
    description: 'Payment status.',
    noindex: true,
  }),
}

const REFRESH_S = 5

/**
 * Shows the state of an order. With script the page long-polls for changes; without script it
 * reloads itself.
 */
export function Component() {
  const read = useLoaderData<OrderReply>()
  const failed = useActionData<PayProblem>()
  const { order, offline } = useFollowedOrder(read)
  const [search] = useSearchParams()
  const isNumber = search.has(OTHER_NUMBER)
  useEffect(() => {
    // Loads the success page early: if the network fails after the payment, the page must still
    // show the tickets.
    import('./success-page.tsx').catch(() => {})
  }, [])
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-10">
      <h1 className="mb-4 text-title font-bold tracking-tight">
        {order.transaction?.amount === 0 ? 'Your tickets' : 'Your payment'}
      </h1>
      <div className="rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        {order.status === 'pending' ? (
          <>
            <WaitingForPayment
              order={order}
              offline={offline}
              maskedPhone={order.transaction?.phone ?? ''}
              amountKes={order.transaction?.amount ?? null}
              number={{ opened: isNumber, failed: failed ?? null }}
            />
            {!isNumber && (
              <noscript>
                {/* Names the page's address, because a browser does not reload an address that ends
                    in #…. */}
                <meta
                  httpEquiv="refresh"
                  content={`${REFRESH_S}; url=${PREFIX}/pay/${order.order_id}`}
                />
                <p className="mt-4 text-small text-quiet">
                  This page refreshes every {REFRESH_S} seconds.
                </p>
              </noscript>
            )}
          </>
        ) : (
          <PaySettled order={order}>
            {order.can_retry && <PayAgain order={order} failed={failed ?? null} />}
          </PaySettled>
        )}
      </div>
    </div>
  )
}
