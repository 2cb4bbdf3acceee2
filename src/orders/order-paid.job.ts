import { declareJob } from '../platform/jobs.ts'

/** An order is paid and wants its tickets. */
export const orderPaid = declareJob<{ orderId: string }>('checkout.order_paid', 'issue')
