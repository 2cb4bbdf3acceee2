import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FetchApi } from './api.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A form that is sent from where it stands. Without script it posts as forms do: the page's action
 * sends the same, and `posted` is what became of it.
 */
export function useFormPost<T>(
  posted: T | null,
  send: (fetchApi: FetchApi, fields: FormData) => Promise<T>,
) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState(posted)
  const [isBusy, setIsBusy] = useState(false)

  // What there is to do or to read next has the focus: a wrong field, else what happened.
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
    /** With script the form checks its fields itself, in the page's own words. */
    formProps: { ref: form, method: 'post' as const, noValidate: hydrated, onSubmit },
  }
}
