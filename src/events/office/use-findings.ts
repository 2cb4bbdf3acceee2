import { useState } from 'react'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'

/**
 * A problem of the last save. `theirs` is set if another admin has saved the event in the meantime:
 * the version of the other admin.
 */
export type FormProblem = {
  text: string
  field?: string | undefined
  theirs?: EventReply
}

const TYPE_FIELD = /^ticket_types\.(\d+)\.(.+)$/

/**
 * The key of a mark on a ticket type's field. It contains the row's key, because rows above may be
 * added and removed.
 */
const markOf = (key: string, field: string) => `${key} ${field}`

/** The mark for a field that the API names by the type's position. */
function markNamed(name: string, types: readonly TypeDraft[]): string {
  const [, index, field] = TYPE_FIELD.exec(name) ?? []
  const type = index === undefined ? undefined : types[Number(index)]
  return type && field ? markOf(type.key, field) : name
}

/** Problems found by the last save: a text, and marks on fields until they are edited. */
export function useFindings() {
  const [problem, setProblem] = useState<(FormProblem & { fields: readonly string[] }) | null>(null)
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
    /** Shows the text at the top, and marks these fields and no others. */
    tell: (
      found: FormProblem,
      types: readonly TypeDraft[],
      fields: readonly string[] = found.field ? [found.field] : [],
    ) => {
      setProblem({ ...found, fields })
      setMarks(new Set(fields.map((field) => markNamed(field, types))))
    },
    /** Adds a problem of one field; other marks stay. */
    add: (text: string, field: string) => {
      setProblem({ text, field, fields: [field] })
      setMarks((now) => new Set(now).add(field))
    },
    clear: () => {
      setProblem(null)
      setMarks(new Set())
    },
    hush: () => setProblem(null),
    /** Removes the marks of these fields, because the admin is editing them. */
    takeOff,
    takeOffType: (key: string, fields: readonly string[]) =>
      takeOff(fields.map((field) => markOf(key, field))),
  }
}
export type Findings = ReturnType<typeof useFindings>
