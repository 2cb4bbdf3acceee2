import type { Static, TSchema } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { readPhoneField } from '../../platform/values/phone-field.ts'
import { readRefund } from '../refund-list.ts'
import {
  DoubleRefundExplained,
  PaidBack,
  PaidManually,
  PayerNamed,
  RefundReply,
} from '../refunds.contract.ts'
import { payBackDifference, payBackReceipt } from './pay-back.ts'
import { payBackLost } from './pay-back-lost.ts'
import {
  checkNow,
  explainDoubleRefund,
  namePayer,
  recordManual,
  retryRefund,
} from './refund-actions.ts'
import { voidReturned } from './void-returned.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

/** Actions of the work list on refunds that need an admin. */
export function registerManualRoutes(app: App, deps: RouteDeps): void {
  registerRefundActions(app, deps)
  actionRoute(app, {
    url: '/api/receipts/:id/pay_back',
    access: 'admin',
    reply: RefundReply,
    status: 201,
    act: async (viewer, id) => readRefund(deps, viewer, await payBackReceipt(deps, viewer, id)),
  })
  route(app, {
    method: 'POST',
    url: '/api/receipts/pay_back_lost',
    access: 'admin',
    schema: { response: { 200: PaidBack } },
    handler: async (request) => ({ count: await payBackLost(deps, viewerOf(request)) }),
  })
  actionRoute(app, {
    url: '/api/payments/:id/void_tickets',
    access: 'admin',
    reply: MessageReply,
    act: async (viewer, id) => {
      await voidReturned(deps, viewer, id)
      return { message: 'The tickets are no longer valid.' }
    },
  })
  actionRoute(app, {
    url: '/api/payments/:id/pay_back_difference',
    access: 'admin',
    reply: RefundReply,
    status: 201,
    act: async (viewer, id) => readRefund(deps, viewer, await payBackDifference(deps, viewer, id)),
  })
}

function registerRefundActions(app: App, deps: RouteDeps): void {
  const onRefund = <Body extends TSchema>(
    verb: string,
    body: Body | undefined,
    act: (viewer: Viewer, id: string, body: Static<Body>) => Promise<void>,
  ) =>
    actionRoute(app, {
      url: `/api/refunds/:id/${verb}`,
      access: 'admin',
      ...(body && { body }),
      reply: RefundReply,
      act: async (viewer, id, sent: Static<Body>) => {
        await act(viewer, id, sent)
        return await readRefund(deps, viewer, id)
      },
    })
  onRefund('paid_manually', PaidManually, (viewer, id, { reference, from }) =>
    recordManual(deps, viewer, id, { reference: reference.trim(), from }),
  )
  onRefund('retry', undefined, (viewer, id) => retryRefund(deps, viewer, id))
  onRefund('ask_now', undefined, (viewer, id) => checkNow(deps, viewer, id))
  onRefund('payer', PayerNamed, (viewer, id, { phone, words: note }) =>
    namePayer(deps, viewer, { id, phone: readPhoneField(phone), note: note.trim() }),
  )
  onRefund('explain', DoubleRefundExplained, (viewer, id, { words: note }) =>
    explainDoubleRefund(deps, viewer, { id, note: note.trim() }),
  )
}
