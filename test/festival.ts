import { expect } from 'vitest'
import type { Editor } from './event-form.ts'

// A festival of three days with a day ticket and a pass.

export const FRIDAY = { date: '2027-03-12', time: '17:00' }
export const SATURDAY = { date: '2027-03-13', time: '10:00' }
export const SUNDAY = { date: '2027-03-14', time: '10:00' }
export const MONDAY = { date: '2027-03-15', time: '10:00' }
export const DAYS = [FRIDAY, SATURDAY, SUNDAY]
export const NUMBERED = DAYS.map((day, index) => ({ n: index + 1, ...day }))
export const DAY_TICKET = { name: 'Saturday', price: 1000, quantity: 50, day_numbers: [2] }
export const PASS = { name: 'Weekend', price: 2500, quantity: 50, day_numbers: [3, 1, 2] }
export const FESTIVAL = { ...FRIDAY, days: DAYS, ticket_types: [DAY_TICKET, PASS] }

/** Saves some fields in the latest version of an event. */
export async function saveEvent(editor: Editor, id: string, body: object) {
  const { updated_at } = await editor.read(id)
  return await editor.save(id, { updated_at, ...body })
}

/** Saves like `saveEvent`. Expects success, and returns the saved event. */
export async function savedEvent(editor: Editor, id: string, body: object) {
  const reply = await saveEvent(editor, id, body)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}

export const refusal = (field: string, text: RegExp, status = 422) => ({
  status,
  body: { field, error: expect.stringMatching(text) },
})
