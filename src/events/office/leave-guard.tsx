import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Question } from '../../ui/office/question.tsx'

/** Asks before what was typed is lost: by a link, the back button, or a tab that is closed. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const latest = useRef(isDirty)
  latest.current = isDirty
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return currentLocation.pathname !== nextLocation.pathname && latest.current()
  })
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
  if (blocker.state !== 'blocked') return null
  return (
    <Question
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    >
      <p>What you changed on this page has not been saved.</p>
    </Question>
  )
}
