import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { ListPanel } from '../../ui/office/list-panel.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'

type Values = Record<string, string>
type Typed = { values: Values; change: (patch: Values) => void; isNew: boolean }

type EditableProps<Row> = {
  title: string
  /** The noun for a row, such as 'category'. */
  noun: string
  path: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  columns: Column<Row>[]
  empty: Values
  valuesOf: (row: Row) => Values
  bodyOf: (values: Values) => object
  fields: (typed: Typed) => ReactNode
  /** A sentence about the effect of removing a row. */
  removal: string
}

/** Sends a change. Returns null if the change was made, otherwise the error text. */
async function send(path: string, method: string, body?: object): Promise<string | null> {
  try {
    const response = await sessionFetch(path, body ? { ...jsonPost(body), method } : { method })
    if (response.ok) return null
    return ((await response.json()) as { error?: string }).error || 'An error occurred'
  } catch {
    return 'No connection.'
  }
}

/** A table whose rows admins add, change and remove, one at a time. */
export function EditableTable<Row>(props: EditableProps<Row>) {
  const { title, noun, path, idOf, nameOf, columns } = props
  const id = useId()
  const paging = usePaging()
  const list = useRows<Row>(path, paging.pages)
  const [open, setOpen] = useState<{ row: Row | null } | null>(null)
  const [removing, setRemoving] = useState<Row | null>(null)
  const [problem, setProblem] = useState('')

  async function remove(row: Row) {
    setRemoving(null)
    setProblem((await send(`${path}/${encodeURIComponent(idOf(row))}`, 'DELETE')) ?? '')
    list.again()
  }

  const actions: Column<Row> = {
    name: 'Actions',
    wide: true,
    cell: (row) => (
      <span className="-my-3 flex flex-wrap gap-x-4 lg:flex-nowrap">
        <RowButton words="Edit" of={nameOf(row)} onClick={() => setOpen({ row })} />
        <RowButton words="Remove" of={nameOf(row)} onClick={() => setRemoving(row)} />
      </span>
    ),
  }
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        <Button look="quiet" onClick={() => setOpen({ row: null })}>
          Add {noun}
        </Button>
      </div>
      <ListPanel
        list={list}
        paging={paging}
        loading={`Loading ${title}...`}
        skeletonRows={3}
        empty="None yet."
      >
        {(rows) => (
          <DataTable
            caption={title}
            columns={[...columns, actions]}
            rows={rows}
            keyOf={idOf}
            isBusy={list.isBusy}
          />
        )}
      </ListPanel>
      {open && (
        <EditDialog
          props={props}
          row={open.row}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null)
            setProblem('')
            list.again()
          }}
        />
      )}
      {removing && (
        <Question
          title={`Remove ${nameOf(removing)}?`}
          yes="Remove"
          isLoss
          onYes={() => void remove(removing)}
          onNo={() => setRemoving(null)}
        >
          <p>{props.removal}</p>
        </Question>
      )}
      {problem && (
        <Toast look="bad" onClose={() => setProblem('')}>
          {problem}
        </Toast>
      )}
    </section>
  )
}

function RowButton({ words, of, onClick }: { words: string; of: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`${words} ${of}`}
      onClick={onClick}
      className="min-h-11 min-w-11 text-left font-semibold text-accent underline hover:no-underline"
    >
      {words}
    </button>
  )
}

function EditDialog<Row>({
  props,
  row,
  onClose,
  onSaved,
}: {
  props: EditableProps<Row>
  row: Row | null
  onClose: () => void
  onSaved: () => void
}) {
  const { noun, path, fields, bodyOf } = props
  const [values, setValues] = useState(() => (row ? props.valuesOf(row) : props.empty))
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const to = row ? `${path}/${encodeURIComponent(props.idOf(row))}` : path
    const failure = await send(to, row ? 'PUT' : 'POST', bodyOf(values))
    setIsBusy(false)
    if (failure) setProblem(failure)
    else onSaved()
  }

  return (
    <FormWindow
      title={row ? `Edit ${props.nameOf(row)}` : `Add ${noun}`}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div role="alert">{problem && <Notice look="bad">{problem}</Notice>}</div>
      {fields({
        values,
        change: (patch) => setValues((now) => ({ ...now, ...patch })),
        isNew: row === null,
      })}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </FormWindow>
  )
}
