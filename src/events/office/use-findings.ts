import { useState } from 'react'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'

/**
 * A problem of the last save. If another admin has saved the event since it was loaded, `theirs` is
 * the version of the other admin.
 */
export type FormProblem = {
  text: string
  field?: string | undefined
  theirs?: EventReply
}

const TYPE_FIELD = /^ticket_types\.(\d+)\.(.+)$/
const STEP_FIELD = /^price_steps\.(\d+)\.(.+)$/

/**
 * The key of a mark on a ticket type's field. Contains the row's key and not its position, because
 * rows can be added and removed.
 */
export const markOf = (key: string, field: string) => `${key} ${field}`

/**
 * The key by which the form marks an invalid field that the API names. The API names a ticket type
 * and an early price by their positions, and the form by their keys.
 */
function markNamed(name: string, types: readonly TypeDraft[]): string {
  const [, index, field] = TYPE_FIELD.exec(name) ?? []
  const type = index === undefined ? undefined : types[Number(index)]
  if (!type || !field) return name
  const [, at, ofStep] = STEP_FIELD.exec(field) ?? []
  const step = at === undefined ? undefined : type.price_steps[Number(at)]
  return markOf(type.key, step && ofStep ? markOf(step.key, ofStep) : field)
}

/**
 * The problems that the last save found: a text, and marks on fields. A mark stays until its field
 * is edited.
 */
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
    isTypeWrong: (key: string) => [...marks].some((mark) => mark.startsWith(markOf(key, ''))),
    /** Shows the problem's text at the top. Marks these fields, and removes all other marks. */
    tell: (
      found: FormProblem,
      types: readonly TypeDraft[],
      fields: readonly string[] = found.field ? [found.field] : [],
    ) => {
      setProblem({ ...found, fields })
      setMarks(new Set(fields.map((field) => markNamed(field, types))))
    },
    /** Shows the problem of one field and marks the field. Other marks stay. */
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
