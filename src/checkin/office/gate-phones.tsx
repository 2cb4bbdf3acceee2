import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, DataTable, Panel, SkeletonRows } from '../../ui/office/data-table.tsx'
import { NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { GatePhone, GatePhoneList } from '../command-view.contract.ts'
import type { MadeGatePhone } from '../gate.contract.ts'
import { pairedByLabel } from '../gate-text.rules.ts'
import { PHONE_COLUMNS } from './live-phones.tsx'
import { type GateEvent, NewPhone } from './new-phone.tsx'
import { PhoneCode } from './phone-code.tsx'

/** Refresh interval in ms, so that a newly paired phone appears without a reload. */
const REFRESH_MS = 5000

type Open =
  | { what: 'new' }
  | { what: 'code' | 'revoke'; phone: GatePhone }
  | { what: 'made'; made: MadeGatePhone; name: string; sent: boolean }

export function GatePhones({ event, canSell }: { event: GateEvent; canSell: boolean }) {
  const path = `/api/gate_phones?event_id=${event.id}`
  const { data, problem, reload, at } = useQuery<GatePhoneList>(
    path,
    (signal) => callApi<GatePhoneList>(sessionFetch, path, { signal }),
    REFRESH_MS,
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const close = () => setOpen(null)

  async function newCode(phone: GatePhone) {
    close()
    const call = `/api/gate_phones/${phone.id}/code`
    const answer = await callApi<MadeGatePhone>(sessionFetch, call, { method: 'POST' })
    setFailed(answer.ok ? null : problemText(answer, 'No connection. No new code was created.'))
    if (answer.ok) setOpen({ what: 'made', made: answer.data, name: phone.name, sent: false })
    reload()
  }

  async function revoke(phone: GatePhone) {
    close()
    const call = `/api/gate_phones/${phone.id}`
    const answer = await callApi(sessionFetch, call, { method: 'DELETE' })
    const fallback = `No connection. ${phone.name} may not be revoked yet. Try again.`
    setFailed(answer.ok ? null : problemText(answer, fallback))
    reload()
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="py-2 text-lead font-bold tracking-tight">Gate phones</h2>
        <Button onClick={() => setOpen({ what: 'new' })}>Add gate phone</Button>
      </div>
      {failed && (
        <Notice look="bad" role="alert">
          {failed}
        </Notice>
      )}
      {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
      <Panel>
        {!data && !problem && <SkeletonRows rows={3} label="Loading phones..." />}
        {data && <List phones={data.data} now={at} onOpen={setOpen} />}
      </Panel>
      {open?.what === 'new' && (
        <NewPhone
          event={event}
          canSell={canSell}
          onClose={close}
          onMade={(made, name, sent) => {
            setOpen({ what: 'made', made, name, sent })
            reload()
          }}
        />
      )}
      {open?.what === 'made' && <PhoneCode {...open} onClose={close} />}
      {open?.what === 'code' && (
        <AskForCode phone={open.phone} onYes={() => void newCode(open.phone)} onNo={close} />
      )}
      {open?.what === 'revoke' && (
        <AskToRevoke phone={open.phone} onYes={() => void revoke(open.phone)} onNo={close} />
      )}
    </>
  )
}

type Row = GatePhone & { now: number }

const PAIRED_BY: Column<Row> = { name: 'Paired by', cell: (row) => pairedByLabel(row) ?? NO_FIGURE }

function List({
  phones,
  now,
  onOpen,
}: {
  phones: GatePhone[]
  now: number
  onOpen: (open: Open) => void
}) {
  if (phones.length === 0) {
    return (
      <p className="px-4 py-6 text-quiet">
        No gate phones yet. Add one for each steward: any phone with a camera and a browser works.
      </p>
    )
  }
  const actions: Column<Row> = {
    name: 'Actions',
    wide: true,
    cell: (phone) =>
      phone.state !== 'revoked' && (
        <span className="flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => onOpen({ what: 'code', phone })}>
            New code<span className="sr-only"> for {phone.name}</span>
          </Button>
          <Button look="quiet" onClick={() => onOpen({ what: 'revoke', phone })}>
            Revoke<span className="sr-only"> {phone.name}</span>
          </Button>
        </span>
      ),
  }
  return (
    <DataTable
      caption="Gate phones"
      columns={[...PHONE_COLUMNS, PAIRED_BY, actions]}
      rows={phones.map((phone) => ({ ...phone, now }))}
      keyOf={({ id }) => id}
    />
  )
}

type Ask = { phone: GatePhone; onYes: () => void; onNo: () => void }

function AskForCode({ phone, ...rest }: Ask) {
  return (
    <Question title={`New code for ${phone.name}?`} yes="New code" {...rest}>
      <p>
        {phone.state === 'paired'
          ? 'The paired phone stops working immediately. Another phone can be paired with the new code.'
          : phone.state === 'signed_off'
            ? 'This phone or another one can be paired with it.'
            : 'The earlier code stops working immediately.'}
      </p>
    </Question>
  )
}

function AskToRevoke({ phone, ...rest }: Ask) {
  return (
    <Question title={`Revoke ${phone.name}?`} yes="Revoke" isLoss {...rest}>
      <p>
        It stops working everywhere immediately, and its data is removed at its next sync.
        {phone.unsent ? ` ${phone.unsent} check-ins that it has not synced will be lost.` : ''}
      </p>
      <p>
        All other phones of this event get a new key at their next sync. Anything this phone lets in
        offline until then is reported.
      </p>
    </Question>
  )
}
