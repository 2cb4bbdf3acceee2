import { useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventList } from '../../events/events.contract.ts'
import { useRecording } from '../../ledger/office/use-recording.tsx'
import { REFUND_WINDOW_DAYS } from '../../ledger/reserve.rules.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/dates.rules.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type AccountKind, KIND_LABELS } from '../payout-account.rules.ts'
import type {
  CurrentPayoutAccount,
  PayoutAccountReply,
  PayoutCodeReply,
} from '../payout-accounts.contract.ts'
import type { PlanReply } from '../payouts.contract.ts'

type Account = PayoutAccountReply | null

/** Loads the payout account of an organizer; of the user if `organizerId` is ''. */
export function usePayoutAccount(organizerId = '') {
  const query = organizerId && `?organizer_id=${encodeURIComponent(organizerId)}`
  return useQuery(`payout account ${organizerId}`, (signal) =>
    callApi<CurrentPayoutAccount>(sessionFetch, `/api/payout_accounts${query}`, { signal }),
  )
}

/**
 * The account to which an organizer is paid, and the share of sales after fees that is kept for
 * refunds. Only the organizer may change the account, and only admins may change the share.
 */
export function PayoutAccount({ organizerId, isOwn }: { organizerId: string; isOwn: boolean }) {
  const { data, problem, reload } = usePayoutAccount(organizerId)
  const [isChanging, setIsChanging] = useState(false)
  const [said, setSaid] = useState('')
  if (!data) return problem && <TryAgain onAgain={reload}>{problem.error}</TryAgain>
  const { account, reserve_basis_points: reserve, new_account_waits: waits } = data
  return (
    <section
      aria-label="Payout account"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-paper p-4"
    >
      <div className="min-w-0">
        <h2 className="text-small text-quiet">Payout account</h2>
        <p className="break-words font-semibold">{account?.words ?? 'None yet'}</p>
        {(account || isOwn) && <p className="text-small text-quiet">{stateText(account, waits)}</p>}
        <p className="text-small text-quiet">
          {reserve / 100}% of sales after fees kept until {REFUND_WINDOW_DAYS} days after each event
        </p>
        {isOwn && account && <FirstEventLink />}
      </div>
      <Button look="quiet" onClick={() => setIsChanging(true)}>
        {isOwn ? (account ? 'Change account' : 'Add account') : 'Change reserve'}
      </Button>
      {isChanging && !isOwn && (
        <ReserveForm
          organizerId={organizerId}
          reserve={reserve}
          onClose={() => setIsChanging(false)}
          onSaved={(text) => {
            setIsChanging(false)
            setSaid(text)
            reload()
          }}
        />
      )}
      {isChanging && isOwn && (
        <AccountForm
          account={account}
          waits={waits}
          onClose={() => setIsChanging(false)}
          onSaved={(saved) => {
            setIsChanging(false)
            setSaid(savedText(saved))
            reload()
          }}
        />
      )}
      {said && (
        <Toast look="good" onClose={() => setSaid('')}>
          {said}
        </Toast>
      )}
    </section>
  )
}

/** The link from the payout account to a new event, for an organizer without events. */
function FirstEventLink() {
  const { data } = useQuery('any event', (signal) =>
    callApi<EventList>(sessionFetch, '/api/events?scope=managed&limit=1', { signal }),
  )
  if (data?.data.length !== 0) return null
  return (
    <Link
      to="/organizer/drafts/new"
      className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
    >
      Next: create your event
    </Link>
  )
}

/** Says from when payouts can go to the account, or to one that is added now if there is none. */
function stateText(account: Account, waits: boolean): string {
  if (account?.is_usable) return 'Usable now'
  if (account) return `Payouts from ${formatMoment(account.usable_at, new Date())}`
  return waits
    ? 'Payouts start 48 hours after you add one'
    : 'Usable at once if you add it before your first sale, after 48 hours if later'
}

const savedText = ({ words, usable_at, is_usable }: PayoutAccountReply) =>
  is_usable
    ? `Payouts go to ${words}`
    : `${words} saved, from ${formatMoment(usable_at, new Date())}`

/** Sets the share of an organizer's sales that is kept for refunds. */
function ReserveForm({
  organizerId,
  reserve,
  onClose,
  onSaved,
}: {
  organizerId: string
  reserve: number
  onClose: () => void
  onSaved: (text: string) => void
}) {
  const [percent, setPercent] = useState(String(reserve / 100))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    const body = { reserve_basis_points: Math.round(Number(percent) * 100) }
    const path = `/api/accounts/${encodeURIComponent(organizerId)}/payout_plan`
    const init = { ...jsonPost(body), method: 'PUT' }
    const answer = await callApi<PlanReply>(sessionFetch, path, init)
    setIsBusy(false)
    if (answer.ok) onSaved(`${answer.data.reserve_basis_points / 100}% of sales after fees is kept`)
    else setProblem(answer)
  }

  return (
    <ModalForm
      title="Reserve for refunds"
      about={`Kept from payouts until ${REFUND_WINDOW_DAYS} days after each event.`}
      yes={['Save', 'Saving...']}
      problem={problem ? problemText(problem, 'No connection. Please try again.') : ''}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <Field
        label="Percent of sales after fees"
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step={0.01}
        required
        value={percent}
        onChange={({ target }) => setPercent(target.value)}
      />
    </ModalForm>
  )
}

const LABELS: Record<AccountKind, string> = {
  mpesa: 'Phone number',
  till: 'Till number',
  paybill: 'Paybill number',
  bank: 'Account number',
}

const ABOUT = {
  first:
    'You can use this account at once, because you have sold nothing yet. Each later change waits 48 hours, for your safety. We notify you by email.',
  waits:
    'For your safety, a new account gets payouts after 48 hours. We notify you by email, and your old M-PESA number by SMS.',
}

type AccountFormProps = {
  account: Account
  /** Whether a new account waits 48 hours. */
  waits: boolean
  onClose: () => void
  onSaved: (account: PayoutAccountReply) => void
}

function AccountForm({ account, waits, onClose, onSaved }: AccountFormProps) {
  const [kind, setKind] = useState<AccountKind>(account?.kind ?? 'mpesa')
  /** The number to which a code was sent; '' if there is none. */
  const [coded, setCoded] = useState('')
  const first = { number: '', account_number: '', bank: '', code: '' }
  const { typed, inputOf, record, forgetProblem, form } = useRecording(
    first,
    'No connection. Please try again.',
  )
  const isPhone = kind === 'mpesa'
  const isCoded = isPhone && coded !== '' && coded === typed.number

  /** Returns false if the number needs no code. */
  async function sendCode(): Promise<boolean> {
    forgetProblem()
    const { number } = typed
    const code = await record<PayoutCodeReply>('/api/payout_accounts/code', { number })
    if (code?.is_sent) setCoded(number)
    return code?.is_sent !== false
  }

  async function send() {
    if (isPhone && !isCoded && (await sendCode())) return
    forgetProblem()
    const saved = await record<PayoutAccountReply>('/api/payout_accounts', { kind, ...typed })
    if (saved) onSaved(saved)
  }

  return (
    <ModalForm
      title="Payout account"
      about={waits ? ABOUT.waits : ABOUT.first}
      yes={isPhone && !isCoded ? ['Send code', 'Sending...'] : ['Save', 'Saving...']}
      {...form}
      onClose={onClose}
      onSend={() => void send()}
    >
      <SelectField
        label="Kind"
        options={Object.entries(KIND_LABELS)}
        value={kind}
        onChange={({ target }) => {
          setKind(target.value as AccountKind)
          forgetProblem()
        }}
      />
      {kind === 'bank' && (
        <Field label="Bank and branch" maxLength={100} autoComplete="off" {...inputOf('bank')} />
      )}
      <Field
        label={LABELS[kind]}
        type={isPhone ? 'tel' : 'text'}
        inputMode={isPhone ? 'tel' : kind === 'bank' ? 'text' : 'numeric'}
        maxLength={60}
        autoComplete="off"
        {...inputOf('number')}
      />
      {isPhone && !isCoded && (
        <p className="text-small text-quiet">
          We send a code to this number, so that no mistyped number gets your money.
        </p>
      )}
      {isCoded && (
        <>
          <Field
            // The code is typed next, and focus scrolls the field into view on a low screen.
            autoFocus
            label="Code from the SMS"
            inputMode="numeric"
            maxLength={40}
            autoComplete="one-time-code"
            {...inputOf('code')}
          />
          <Button look="quiet" onClick={() => void sendCode()}>
            Send another code
          </Button>
        </>
      )}
      {kind === 'paybill' && (
        <Field
          label="Account number"
          maxLength={13}
          autoComplete="off"
          {...inputOf('account_number')}
        />
      )}
      {kind === 'bank' && (
        <p className="text-small text-quiet">We pay bank accounts manually, on working days.</p>
      )}
    </ModalForm>
  )
}
