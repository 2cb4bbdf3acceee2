import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { BATCH_MAX } from '../../events/codes/code-form.rules.ts'
import type { MadeBatch, MadeCode } from '../../events/codes/promo-codes.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { useSending } from '../../ui/office/use-sending.ts'
import { randomId } from '../../ui/random-id.ts'
import type { SellerList } from '../sellers/seller-figures.contract.ts'
import { type CodeDraft, NEW_CODE, toBatchRequest, toCodeRequest } from './code-draft.ts'
import { EffectFields, MaximumFields, TimeFields, TypeFields, WHOLE } from './code-fields.tsx'
import { CodePriceList } from './code-price-list.tsx'
import { madeManyWords, madeWords } from './code-state.ts'

const NO_CONNECTION = 'No connection. Try again: nothing is made twice.'

/** The form fields that show the errors about their own values. */
const SHOWN = [
  ...['code', 'count', 'kind', 'value', 'ticket_type_ids', 'max_tickets', 'max_per_phone'],
  ...['starts_at', 'ends_at', 'seller_id'],
]

const ABOUT = {
  one: 'Buyers type the code, open its link or dial its number. A code counts the tickets that it makes cheaper or shows.',
  many: 'Random codes for one ticket each, for a list of guests or a competition. Download them as CSV: each has its own link and number to dial.',
}

/** The dialog that makes a code, or many codes for one ticket each. */
export function CodeForm({
  event,
  isMany,
  onClose,
  onMade,
}: {
  event: EventReply
  isMany: boolean
  onClose: () => void
  onMade: (text: string) => void
}) {
  const [draft, setDraft] = useState<CodeDraft>(NEW_CODE)
  const [nonce, setNonce] = useState(randomId)
  const { send, errorOf, forgetProblem, form } = useSending(SHOWN, NO_CONNECTION)
  const sellersAt = `/api/events/${event.id}/sellers`
  const { data: sellers } = useQuery<SellerList>(sellersAt, (signal) =>
    callApi<SellerList>(sessionFetch, sellersAt, { signal }),
  )
  const types = event.ticket_types
  const onChange = (changes: Partial<CodeDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    forgetProblem()
    // A changed form is a new request, so it needs a new nonce.
    setNonce(randomId())
  }

  const path = `/api/events/${event.id}`

  async function makeOne() {
    const body = jsonPost(toCodeRequest(draft, types))
    const made = await send(callApi<MadeCode>(sessionFetch, `${path}/promo_codes`, body))
    if (made) onMade(madeWords(event, draft.starts_at, Date.now()))
  }

  async function makeMany() {
    const body = jsonPost(toBatchRequest(draft, types, nonce))
    const made = await send(callApi<MadeBatch>(sessionFetch, `${path}/promo_code_batches`, body))
    if (made) onMade(madeManyWords(event, made.count))
  }

  const fields = { draft, onChange, errorOf }
  const prices = <CodePriceList event={event} code={toCodeRequest(draft, types)} />
  // The prices stand below the types that the user ticks: each tick adds a line, which must not move
  // the next box.
  const areChosen = draft.isForSome || draft.kind === 'access'
  return (
    <ModalForm
      title={isMany ? 'Make many codes' : 'Add code'}
      about={ABOUT[isMany ? 'many' : 'one']}
      yes={isMany ? ['Make codes', 'Making...'] : ['Add code', 'Adding...']}
      {...form}
      onClose={onClose}
      onSend={() => void (isMany ? makeMany : makeOne)()}
    >
      {isMany ? (
        <Field
          label="How many"
          {...WHOLE}
          max={BATCH_MAX}
          required
          value={draft.count}
          onChange={({ target }) => onChange({ count: target.value })}
          error={errorOf('count')}
        />
      ) : (
        <Field
          label="Code"
          hint="3 to 20 letters and digits, such as RAFIKI20."
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          value={draft.code}
          onChange={({ target }) => onChange({ code: target.value })}
          error={errorOf('code')}
        />
      )}
      <EffectFields {...fields} types={types} />
      {!areChosen && prices}
      <TypeFields {...fields} types={types} />
      {areChosen && prices}
      {!isMany && <MaximumFields {...fields} types={types} />}
      <TimeFields {...fields} sellers={sellers?.data ?? []} />
    </ModalForm>
  )
}
