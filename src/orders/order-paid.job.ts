import { declareJob } from '../platform/jobs.ts'

/** An order is paid and wants its tickets. */
export const orderPaid = declareJob<{ orderId: string }>('orders.paid', 'issue')
