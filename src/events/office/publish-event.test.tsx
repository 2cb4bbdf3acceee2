import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { PublishEvent } from './publish-event.tsx'

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
