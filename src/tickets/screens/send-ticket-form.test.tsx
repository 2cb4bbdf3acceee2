// spec: send-count
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { SendOutcome } from './send-ticket.ts'
import { SendTicketForm } from './send-ticket-form.tsx'

function wordsOf(sendable: number, isAddOn: boolean, posted: SendOutcome | null = null): string {
  const element = <SendTicketForm {...{ number: 'N', sendable, isAddOn, posted }} />
  const html = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  )
  return html.replace(/(<[^>]+>)+/g, ' ')
}

test('the form says how many people or uses go, and how many stay', () => {
  expect(wordsOf(1, false)).toContain('then admits one fewer.')
  const table = wordsOf(10, false)
  expect(table).toContain('then admits as many fewer as you send.')
  expect(table).toContain('Leave blank to send all 10 people.')
  const drinks = wordsOf(3, true)
  expect(drinks).toContain('then has as many uses fewer as you send.')
  expect(drinks).toContain('Leave blank to send all 3 uses.')
  expect(drinks).not.toMatch(/people|admits/)
})

test('above the code stands how many go to whom', () => {
  const asked = { status: 200, id: 'i', admits: '' }
  const all = { ...asked, phones: '+254 722 610002' }
  expect(wordsOf(10, false, all)).toContain('10 people to 0722 610 002')
  expect(wordsOf(10, false, { ...all, admits: '1' })).toContain('1 person to 0722 610 002')
  expect(wordsOf(3, true, { ...all, admits: '2' })).toContain('2 uses to 0722 610 002')
  const two = { ...asked, phones: '0722610002, 0722 610 003' }
  expect(wordsOf(10, false, two)).toContain('1 person each to 0722 610 002, 0722 610 003')
  const repeated = { ...asked, phones: '0722610002, +254722610002' }
  expect(wordsOf(10, false, repeated)).toContain('1 person to 0722 610 002')
})
