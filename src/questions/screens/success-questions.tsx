import { useEffect, useEffectEvent, useState } from 'react'
import { callApi, type FetchApi } from '../../ui/api.ts'
import type { AnswersReply } from '../answers.contract.ts'
import { openQuestions, slotsOf } from '../open.rules.ts'
import { loadQuestions, QuestionsLater } from './questions-later.tsx'

export type AskedTicket = { number: string; asked: AnswersReply }

/** The first ticket that lacks an answer. Null if all tickets have their answers. */
export async function findAsked(
  fetchApi: FetchApi,
  numbers: readonly string[],
): Promise<AskedTicket | null> {
  for (const number of numbers) {
    const answer = await callApi<AnswersReply>(fetchApi, `/api/tickets/${number}/answers`)
    if (!answer.ok) return null
    if (openQuestions(answer.data).length > 0) return { number, asked: answer.data }
  }
  return null
}

/**
 * The questions of the first ticket that lacks an answer. `read` is the ticket that the server
 * found. Without `read`, the page loads the ticket from the server.
 */
export function SuccessQuestions({
  tickets,
  read,
}: {
  tickets: readonly { ticket_number: string; ticket_type?: string }[]
  read: AskedTicket | null
}) {
  const [shown, setShown] = useState(read)
  const numbers = tickets.map(({ ticket_number }) => ticket_number)
  const key = numbers.join(' ')
  const find = useEffectEvent(async () => {
    const found = await findAsked((to, init) => fetch(to, init), key.split(' '))
    if (found) await loadQuestions()
    setShown((before) => found ?? (before && allAnswered(before)))
  })
  useEffect(() => {
    if (key !== '' && navigator.onLine) void find()
  }, [key])
  if (!shown) return null
  const at = numbers.indexOf(shown.number)
  return (
    <div className="mx-auto mt-6 max-w-[520px]">
      <QuestionsLater
        number={shown.number}
        asked={shown.asked}
        posted={null}
        among={
          tickets.length > 1
            ? { place: at + 1, of: tickets.length, type: tickets[at]?.ticket_type ?? '' }
            : null
        }
        onChanged={() => void find()}
      />
    </div>
  )
}

/** The ticket as it is once all its questions are answered. */
const allAnswered = ({ number, asked }: AskedTicket): AskedTicket => ({
  number,
  asked: {
    ...asked,
    answered: asked.questions.flatMap((question) => {
      const { open, done } = slotsOf(question, asked)
      return [...open, ...done]
    }),
  },
})
