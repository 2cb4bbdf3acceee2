import type { BatchRequest, CodeRequest } from '../../events/codes/promo-codes.contract.ts'
import { typedNumber } from '../../events/edit.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { instantOfField } from '../../platform/values/nairobi-field.rules.ts'

/** A new code in the form, with texts as they were typed. Times are in Nairobi, '' if there is none. */
export type CodeDraft = {
  code: string
  count: string
  kind: CodeRequest['kind']
  value: string
  /** Whether the code is for chosen types only. Access codes always are. */
  isForSome: boolean
  typeIds: readonly string[]
  max_tickets: string
  max_per_phone: string
  starts_at: string
  ends_at: string
  seller_id: string
}

export const NEW_CODE: CodeDraft = {
  ...{ code: '', count: '100', kind: 'percent', value: '', isForSome: false, typeIds: [] },
  ...{ max_tickets: '', max_per_phone: '', starts_at: '', ends_at: '', seller_id: '' },
}

type ChoosableType = Pick<TicketTypeReply, 'id' | 'name' | 'is_hidden'>

/** The ticket types that the code can be for. */
export const typesFor = <T extends ChoosableType>(
  { kind }: Pick<CodeDraft, 'kind'>,
  types: readonly T[],
): T[] => types.filter(({ is_hidden }) => kind !== 'access' || is_hidden)

/** The fields that a request for one code and a request for many codes have in common. */
function toTerms(draft: CodeDraft, types: readonly ChoosableType[]) {
  const { kind, value, isForSome, typeIds, starts_at, ends_at, seller_id } = draft
  const known = typesFor(draft, types).map(({ id }) => id)
  return {
    kind,
    value: kind === 'access' ? null : typedNumber(value),
    ticket_type_ids:
      isForSome || kind === 'access' ? typeIds.filter((id) => known.includes(id)) : null,
    starts_at: instantOfField(starts_at),
    ends_at: instantOfField(ends_at),
    seller_id: seller_id === '' ? null : seller_id,
  }
}

export const toCodeRequest = (draft: CodeDraft, types: readonly ChoosableType[]): CodeRequest => ({
  ...toTerms(draft, types),
  code: draft.code,
  max_tickets: typedNumber(draft.max_tickets),
  max_per_phone: typedNumber(draft.max_per_phone),
})

export const toBatchRequest = (
  draft: CodeDraft,
  types: readonly ChoosableType[],
  nonce: string,
): BatchRequest => ({ ...toTerms(draft, types), nonce, count: Number(draft.count) })
