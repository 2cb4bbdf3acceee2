// The part of the access table about sellers.
import { newPhone } from '../build.ts'
import { everyone, type Line, owner } from './lines.ts'

let numbers = 10
/** Each call has a different number, because numbers are unique in an event. */
const seller = () => ({
  ...{ name: 'Achieng', phone: '0712345678', kind: 'percent', value: 5, number: numbers++ },
})

export const SELLER_LINES: Record<string, Line[]> = {
  'GET /api/events/:id/sellers': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/sellers': [
    {
      ...owner(({ eventId }) => ({ params: { id: eventId }, payload: seller() })),
      status: 201,
    },
  ],
  'POST /api/events/:id/sellers/:seller_id/end': [
    { ...owner(({ eventId }) => ({ params: { id: eventId, seller_id: 'x' } })), status: 404 },
  ],
  'GET /api/events/:id/sellers.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/functions/my-sales/code': [everyone(() => ({ payload: { phone: newPhone() } }))],
  'POST /api/functions/my-sales': [
    everyone(() => ({ payload: { phone: newPhone(), code: '123456' } }), 422),
  ],
  'POST /api/events/:id/visits': [
    everyone(({ eventId }) => ({ params: { id: eventId }, payload: { seller: 27 } }), 204),
  ],
}
