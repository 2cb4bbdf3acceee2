import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReadTable } from './read-table.tsx'

test('a line without a phone number stands with its problem, not in the column of phones', () => {
  const line = { line: 1, text: 'Amina Odhiambo', phone: null, name: '', quantity: null }
  const fault = 'No phone number.'
  const lines = [{ ...line, ticketTypeId: null, fault }]
  const cells = renderToStaticMarkup(<ReadTable lines={lines} types={[]} />).split('<td')
  expect(cells[2]).not.toContain('Amina')
  expect(cells.at(-1)).toContain('Amina Odhiambo</q>')
  expect(cells.at(-1)).toContain(fault)
})
