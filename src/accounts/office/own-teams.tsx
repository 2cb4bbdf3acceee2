// The teams of other organizers in which the user works.
import { useState } from 'react'
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { NOT_SENT } from '../entrance.rules.ts'
import type { MembershipReply, TeamList } from '../team/team.contract.ts'
import { ROLE_HINTS, scopeText } from '../team/team.rules.ts'
import { rereadUser, sessionFetch } from './session.ts'

const PATH = '/api/organizations'

/**
 * The user's memberships, each with a button that ends the membership. Shows nothing if there are
 * no memberships.
 */
export function OwnTeams() {
  const { data, reload } = useQuery(PATH, (signal) =>
    callApi<TeamList>(sessionFetch, PATH, { signal }),
  )
  const [target, setTarget] = useState<MembershipReply | null>(null)
  const [said, setSaid] = useState<{ text: string; isGood: boolean } | null>(null)
  async function leave({ id, organization }: MembershipReply) {
    setTarget(null)
    const path = `${PATH}/${organization.id}/members/${id}`
    const answer = await callApi<MessageReply>(sessionFetch, path, { method: 'DELETE' })
    const text = answer.ok
      ? `You left the team of ${organization.name}.`
      : problemText(answer, NOT_SENT)
    setSaid({ text, isGood: answer.ok })
    reload()
    if (answer.ok) void rereadUser()
  }
  return (
    <>
      {data && data.memberships.length > 0 && (
        <FormSection title="Teams You Are In">
          <ul className="flex flex-col gap-4">
            {data.memberships.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <b className="wrap-anywhere">{one.organization.name}</b>
                  <p>
                    {ROLE_NAMES[one.role]} · {scopeText(one.event)}
                  </p>
                  <p className="text-small text-quiet">{ROLE_HINTS[one.role]}</p>
                </div>
                <Button look="quiet" onClick={() => setTarget(one)}>
                  Leave<span className="sr-only"> the team of {one.organization.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      {target && (
        <Question
          title={`Leave the team of ${target.organization.name}?`}
          yes="Leave"
          onNo={() => setTarget(null)}
          onYes={() => void leave(target)}
        >
          <p>
            Your access to {target.event?.title ?? 'their events'} ends at once. To come back, you
            need a new invitation.
          </p>
        </Question>
      )}
      {said && (
        <Toast look={said.isGood ? 'good' : 'bad'} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </>
  )
}
