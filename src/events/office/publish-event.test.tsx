import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { PublishEvent } from './publish-event.tsx'
import { PublishQuestion } from './publish-question.tsx'

const shown = (missing: string[]) =>
  renderToStaticMarkup(
    <PublishEvent
      event={{ id: 'e', title: 'Derby Day' } as EventReply}
      missing={missing}
      onPublished={() => {}}
    />,
  )

test('the button that publishes is described by the list of what is missing, if anything is', () => {
  expect(shown(['Still missing: a picture.'])).toContain('aria-describedby="still-missing"')
  expect(shown([])).not.toContain('aria-describedby')
})

// spec: review-card
test('the question before a publication begins with open complaints about the organizer', () => {
  const event = { title: 'Derby Day', ticket_types: [] as object[] } as EventReply
  const warnings = ['1 complaint about this organizer is open.']
  const asked = { event, missing: [], onYes: () => {}, onNo: () => {} }
  const textOf = (lines: string[]) =>
    renderToStaticMarkup(<PublishQuestion {...asked} warnings={lines} />)
  expect(textOf(warnings)).toMatch(/1 complaint about this organizer is open\..*Derby Day/)
  expect(textOf([])).not.toContain('complaint')
})
