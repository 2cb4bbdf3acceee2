import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { TicketEmailReply, TicketEmailRequest } from '../delivery/delivery.contract.ts'
import { formatTicketNumber } from '../number.rules.ts'
import { type Unreached, useUnreached } from './use-unreached.ts'

type Props = {
  numbers: readonly string[]
  isFresh?: boolean
}

/** If the SMS failed: says that the page shows the tickets; offers email, USSD and the look-up. */
export function SmsUnreached({ numbers, isFresh = false }: Props) {
  const failed = useUnreached(numbers, isFresh)
  return failed && <OtherWays failed={failed} numbers={numbers} />
}

export function OtherWays({ failed, numbers }: { failed: Unreached; numbers: readonly string[] }) {
  const { ussdCode } = useSite()
  return (
    <section
      aria-label="The SMS did not arrive"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper p-4 text-left print:hidden"
    >
      <Notice look="used" role="status">
        <p>
          <WholeWords text={failed.words} />
        </p>
        <p>Your tickets are here:</p>
        <ul>
          {numbers.map((number) => (
            <li key={number}>
              <Link
                to={`/t/${number}`}
                state={{ known: true }}
                className={LONE_LINK}
                translate="no"
              >
                {formatTicketNumber(number)}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
      <MailForm numbers={numbers} hasEmail={failed.has_email} />
      {ussdCode && <p>No internet on that phone? Dial {ussdCode} and choose My tickets.</p>}
      <p>
        <Link to="/my-ticket" className={LONE_LINK}>
          Find Your Ticket
        </Link>
      </p>
    </section>
  )
}

function MailForm({ numbers, hasEmail }: { numbers: readonly string[]; hasEmail: boolean }) {
  const { outcome, isBusy, formProps } = useFormPost(null, mailTickets)
  return (
    <form {...formProps} aria-label="Get them by email" className="flex flex-col gap-3">
      {numbers.map((number) => (
        <input key={number} type="hidden" name="number" value={number} />
      ))}
      {outcome && !outcome.problem && (
        <Notice look="good" role="status">
          The email with your tickets is on its way.
        </Notice>
      )}
      <Field
        label="Get them by email"
        name="email"
        type="email"
        autoComplete="email"
        required={!hasEmail}
        defaultValue={outcome?.email}
        error={outcome?.problem}
        {...(hasEmail && { hint: 'Leave blank to use the email of your order.' })}
      />
      <Button type="submit" look="quiet" disabled={isBusy}>
        {isBusy ? 'Sending email...' : 'Send email'}
      </Button>
    </form>
  )
}

type MailOutcome = { email: string; problem?: string }

const FAILED = 'The email could not be sent. Please try again.'

async function mailTickets(fetchApi: FetchApi, fields: FormData): Promise<MailOutcome> {
  const email = String(fields.get('email') ?? '').trim()
  const request: TicketEmailRequest = {
    ticket_numbers: fields.getAll('number').map(String),
    ...(email !== '' && { email }),
  }
  const answer = await callApi<TicketEmailReply>(fetchApi, '/api/ticket_emails', jsonPost(request))
  return answer.ok ? { email } : { email, problem: problemText(answer, FAILED) }
}
