import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import type { EventReply } from '../events.contract.ts'

/** Makes a draft from an event, and opens the draft in the form, because it has no date yet. */
export function useDuplicate(id: string) {
  const navigate = useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function duplicate() {
    if (isBusy) return
    setProblem('')
    setIsBusy(true)
    const path = `/api/events/${id}/duplicate`
    const answer = await callApi<EventReply>(sessionFetch, path, jsonPost({}))
    setIsBusy(false)
    if (answer.ok) void navigate(editPath(isAdmin, answer.data.id))
    else setProblem(problemText(answer, 'No connection. Please try again.'))
  }
  return { isBusy, problem, duplicate, dismiss: () => setProblem('') }
}

/** The address of the form that edits an event. Organizers have their own form. */
export function editPath(isAdmin: boolean, id: string): string {
  return isAdmin ? `/organizer/events/edit/${id}` : `/organizer/drafts/${id}`
}
