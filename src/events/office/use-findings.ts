import { useState } from 'react'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'

/** `theirs` is what somebody else saved meanwhile. */
export type FormProblem = { text: string; field?: string | undefined; theirs?: EventReply }

const TYPE_FIELD = /^ticket_types\.(\d+)\.(.+)$/

/** Of a ticket type: by its key, since types come and go above it. */
const markOf = (key: string, field: string) => `${key} ${field}`

/** By the name that the API has for a field, which counts the types. */
function markNamed(name: string, types: readonly TypeDraft[]): string {
  const [, index, field] = TYPE_FIELD.exec(name) ?? []
  const type = index === undefined ? undefined : types[Number(index)]
  return type && field ? markOf(type.key, field) : name
}

/** What the last try to save found: words, and marks on the fields until they are typed into. */
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
    /** Said at the top; `fields` are marked, and no others. */
    tell: (
      found: FormProblem,
      types: readonly TypeDraft[],
      fields: readonly string[] = found.field ? [found.field] : [],
    ) => {
      setProblem(found)
      setMarks(new Set(fields.map((field) => markNamed(field, types))))
    },
    /** Of one field; what else was found stays marked. */
    add: (text: string, field: string) => {
      setProblem({ text, field })
      setMarks((now) => new Set(now).add(field))
    },
    clear: () => {
      setProblem(null)
      setMarks(new Set())
    },
    hush: () => setProblem(null),
    /** Somebody is changing these. */
    takeOff,
    takeOffType: (key: string, fields: readonly string[]) =>
      takeOff(fields.map((field) => markOf(key, field))),
  }
}
export type Findings = ReturnType<typeof useFindings>
