import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { WorkRow } from '../work-list/work-list.contract.ts'

/**
 * The task whose panel is open. It is stored in the address, so that reloads and links keep it and
 * the back button closes it. When the panel closes, the focus goes to the task's row in `list`, or
 * to the row that followed it if the task has left the list.
 */
export function useOpenTask(
  rows: readonly WorkRow[] | null,
  isCurrent: boolean,
  list: RefObject<HTMLElement | null>,
) {
  const [params, setParams] = useSearchParams()
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const [isMissing, setIsMissing] = useState(false)
  const opened = useRef<{ id: string; later: string[] }>(null)
  const closedKey = useRef<string>(undefined)
  const id = params.get('task')
  const index = rows?.findIndex((row) => row.id === id) ?? -1
  const task = rows?.[index] ?? null

  const close = () => {
    // Going back takes effect later. A second call before that would leave the page.
    if (closedKey.current === key) return
    closedKey.current = key
    if ((state as { isFromList?: boolean } | null)?.isFromList) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete('task')
    setParams(next, { replace: true, preventScrollReset: true })
  }

  useEffect(() => {
    if (task) {
      const later = (rows ?? []).slice(index + 1).map((row) => row.id)
      opened.current = { id: task.id, later }
    }
    if (task || id === null || !isCurrent) return
    // The task has left the list: after an action, or before the address was opened.
    if (opened.current?.id !== id) setIsMissing(true)
    close()
  })
  useEffect(() => {
    const last = opened.current
    if (task || !last) return
    opened.current = null
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
    const linkOf = (id: string) => links.find(({ dataset }) => dataset.task === id)
    const next = [last.id, ...last.later].find(linkOf)
    const link = next === undefined ? links.at(-1) : linkOf(next)
    ;(link ?? list.current)?.focus()
  }, [task, list])

  const searchOf = (row: WorkRow) => {
    const next = new URLSearchParams(params)
    next.set('task', row.id)
    return `?${next}`
  }
  return { task, close, searchOf, isMissing, forget: () => setIsMissing(false) }
}
