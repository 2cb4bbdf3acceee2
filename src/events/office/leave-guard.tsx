import { useBlocker } from 'react-router'
import { Question } from '../../ui/office/question.tsx'
import { useUnsaved } from '../../ui/office/unsaved.ts'

/**
 * Asks for confirmation before unsaved changes are lost by a link, the back button, a sign-out or a
 * closed tab.
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  useUnsaved(isDirty)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return currentLocation.pathname !== nextLocation.pathname && isDirty()
  })
  if (blocker.state !== 'blocked') return null
  return (
    <Question
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      isLoss
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    >
      <p>Your changes on this page have not been saved.</p>
    </Question>
  )
}
