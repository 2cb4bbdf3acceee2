import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FetchApi } from './api.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Sends a form without leaving the page. Without script the browser posts the form to the page's
 * action, which makes the same request. `posted` is the result of the action.
 */
export function useFormPost<T>(
  posted: T | null,
  send: (fetchApi: FetchApi, fields: FormData) => Promise<T>,
) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState(posted)
  const [isBusy, setIsBusy] = useState(false)

  // Moves the focus to the element that the user must read next: the first wrong field, or the
  // result.
  useEffect(() => {
    if (!outcome) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const target = find('[aria-invalid]') ?? find('[role=alert]') ?? find('[role=status]')
    target?.focus()
  }, [outcome])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    setIsBusy(true)
    const became = await send((path, init) => fetch(path, init), fields)
    setIsBusy(false)
    setOutcome(became)
  }

  return {
    outcome,
    isBusy,
    form,
    /**
     * noValidate is set only when the script runs: the form then checks its fields itself, with the
     * page's own error texts.
     */
    formProps: { ref: form, method: 'post' as const, noValidate: hydrated, onSubmit },
  }
}
