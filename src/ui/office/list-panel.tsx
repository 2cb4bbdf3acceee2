import type { ReactNode } from 'react'
import { WholeWords } from '../whole-words.tsx'
import { Panel, SkeletonRows } from './data-table.tsx'
import { ListFoot } from './list-foot.tsx'
import { TryAgain } from './try-again.tsx'
import type { Paging } from './use-choices.ts'
import type { Rows } from './use-rows.ts'

type Props<Row> = {
  list: Rows<Row>
  paging: Paging
  /**
   * The text for screen readers while the first rows are loading; `skeletonRows` placeholder rows
   * are shown during that time.
   */
  loading: string
  skeletonRows: number
  /** Shown if the list has no rows. A text is shown as a line of the list. */
  empty: ReactNode
  tools?: ReactNode
  /** The text for a failure for which the server sent no text. */
  failed?: string
  notice?: ReactNode
  /** Renders the table. Called only if there is at least one row. */
  children: (rows: Row[]) => ReactNode
  /** Shown after the list, such as a toast with the result of a change. */
  after?: ReactNode
}

/** A list that the server pages, with its tools, error message, skeleton, rows and footer. */
export function ListPanel<Row>(props: Props<Row>) {
  const { list, paging, empty } = props
  const { rows, problem } = list
  return (
    <Panel>
      {props.tools}
      {problem && (
        <PanelProblem onAgain={list.again}>
          {problem.error || (props.failed ?? 'An error occurred')}
        </PanelProblem>
      )}
      {props.notice}
      {!rows && !problem && <SkeletonRows rows={props.skeletonRows} label={props.loading} />}
      {rows?.length === 0 &&
        (typeof empty === 'string' ? (
          <p className="px-4 py-6 text-quiet">
            <WholeWords text={empty} />
          </p>
        ) : (
          empty
        ))}
      {rows && rows.length > 0 && (
        <>
          {props.children(rows)}
          <ListFoot
            count={rows.length}
            hasMore={list.hasMore}
            isFull={paging.isFull}
            isBusy={list.isBusy}
            onMore={paging.showMore}
          />
        </>
      )}
      {props.after}
    </Panel>
  )
}

export function PanelProblem({ children, onAgain }: { children: ReactNode; onAgain: () => void }) {
  return (
    <div className="p-4">
      <TryAgain onAgain={onAgain}>{children}</TryAgain>
    </div>
  )
}

/** A message in the middle of an empty list, with a suggestion of what to do. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      <p role="status" className="text-quiet">
        {text}
      </p>
      {children}
    </div>
  )
}
