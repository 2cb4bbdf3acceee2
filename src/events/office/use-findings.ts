import { useState } from 'react'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'

/** `theirs` is a version that another admin has saved since. */
export type FormProblem = { text: string; field?: string | undefined; theirs?: EventReply }

const TYPE_FIELD = /^ticket_types\.(\d+)\.(.+)$/

/** Marks a field of a ticket type by the row's key, because rows above it come and go. */
const markOf = (key: string, field: string) => `${key} ${field}`

/** Converts the API's field name, which counts the types. */
function markNamed(name: string, types: readonly TypeDraft[]): string {
  const [, index, field] = TYPE_FIELD.exec(name) ?? []
  const type = index === undefined ? undefined : types[Number(index)]
  return type && field ? markOf(type.key, field) : name
}

/** Problems found by the last save: a text, and marks on fields until they are edited. */
export function useFindings() {
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set())

  function takeOff(names: readonly string[]) {
    setMarks((now) => {
      const left = [...now].filter((mark) => !names.includes(mark))
      return left.length === now.size ? now : new Set(left)
    })
  }

  return {
    problem,
    isMarked: (field: string) => marks.has(field),
    isTypeMarked: (key: string, field: string) => marks.has(markOf(key, field)),
    /** Shows the text at the top and marks `fields` only. */
    tell: (
      found: FormProblem,
      types: readonly TypeDraft[],
      fields: readonly string[] = found.field ? [found.field] : [],
    ) => {
      setProblem(found)
      setMarks(new Set(fields.map((field) => markNamed(field, types))))
    },
    /** Adds a problem of one field; other marks stay. */
    add: (text: string, field: string) => {
      setProblem({ text, field })
      setMarks((now) => new Set(now).add(field))
    },
    clear: () => {
      setProblem(null)
      setMarks(new Set())
    },
    hush: () => setProblem(null),
    /** Removes the marks of fields that are being edited. */
    takeOff,
    takeOffType: (key: string, fields: readonly string[]) =>
      takeOff(fields.map((field) => markOf(key, field))),
  }
}
export type Findings = ReturnType<typeof useFindings>
