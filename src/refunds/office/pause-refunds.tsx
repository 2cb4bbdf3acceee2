import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Question } from '../../ui/office/question.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

/** Pauses the refunds of a cancelled event or day after a question, or resumes them. */
export function PauseRefunds({
  path,
  isPaused,
  onDone,
}: {
  /** The address of the cancellation. */
  path: string
  isPaused: boolean
  onDone: () => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function press(verb: 'pause' | 'resume') {
    setIsAsked(false)
    const answer = await callApi(sessionFetch, `${path}/${verb}`, { method: 'POST' })
    setProblem(answer.ok ? null : answer.error)
    onDone()
  }

  return (
    <>
      <Button look="quiet" onClick={() => (isPaused ? void press('resume') : setIsAsked(true))}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {isAsked && (
        <Question
          title="Pause refunds?"
          yes="Pause refunds"
          onYes={() => void press('pause')}
          onNo={() => setIsAsked(false)}
        >
          <p>
            <WholeWords text="Orders that are not refunded yet wait until you resume, and so do the messages to their buyers. Refunds that are under way or that M-PESA already has still go out." />
          </p>
        </Question>
      )}
      {problem && (
        <div className="w-full">
          <Notice look="bad" role="alert">
            {problem}
          </Notice>
        </div>
      )}
    </>
  )
}
