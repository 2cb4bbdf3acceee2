import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { useSending } from '../../ui/office/use-sending.ts'
import { useSite } from '../../ui/site.tsx'
import type { SharingReply } from '../sharing/sharing.contract.ts'
import { SHORT_LINKS_MAX, shortLinkFault, shortLinkName } from '../sharing/short-link.rules.ts'

/** The short links that the organizer has chosen, and the form that adds one. */
export function ShortLinkForm({
  eventId,
  links,
  mayEdit,
  onAdded,
}: {
  eventId: string
  links: SharingReply['short_links']
  mayEdit: boolean
  onAdded: () => void
}) {
  const { origin } = useSite()
  const [name, setName] = useState('')
  const { send, errorOf, forgetProblem, form } = useSending(
    ['name'],
    'No connection. Please try again.',
  )
  const host = new URL(origin).host
  const shown = shortLinkFault(shortLinkName(name)) === null ? shortLinkName(name) : 'your-name'
  const isOpen = mayEdit && links.length < SHORT_LINKS_MAX

  async function add() {
    const path = `/api/events/${eventId}/short_links`
    if (!(await send(callApi(sessionFetch, path, jsonPost({ name }))))) return
    setName('')
    onAdded()
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {links.length > 0 && (
        <div>
          <h3 className="font-semibold">Your short links</h3>
          <ul className="mt-1">
            {links.map(({ name: chosen, visits }) => (
              <li key={chosen} className="flex justify-between gap-4 py-1 text-small">
                <span className="min-w-0 wrap-anywhere">{`${host}/m/${chosen}`}</span>
                <span className="whitespace-nowrap text-quiet tabular-nums">
                  {formatCount(visits)} {visits === 1 ? 'visit' : 'visits'}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpen && (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(submit) => {
            submit.preventDefault()
            if (!form.isBusy) void add()
          }}
        >
          <Field
            label={links.length > 0 ? 'Another short link' : 'A short link of your own'}
            hint={`${host}/m/${shown}. It always leads here, also if the title changes.`}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={name}
            error={errorOf('name')}
            onChange={({ target }) => {
              setName(target.value)
              forgetProblem()
            }}
          />
          {form.problem && (
            <Notice look="bad" role="alert">
              {form.problem}
            </Notice>
          )}
          <Button type="submit" look="quiet" aria-disabled={form.isBusy} className="self-start">
            {form.isBusy ? 'Saving...' : 'Use this link'}
          </Button>
        </form>
      )}
    </div>
  )
}
