import { redeemedLabel } from '../../checkin.rules.ts'
import { ALONE, type Decided, type Look, no, whenAndWhere } from './looks.ts'

type AddOn = NonNullable<Decided['decision']['ticket']>

/** The look of an add-on's result. Null if an entry ticket's look fits, as after a refund. */
export function addOnLook(outcome: Decided, ticket: AddOn): Look | null {
  const { decision, moved, isAlone } = outcome
  const { ticket_type: type, quantity } = ticket
  const { left } = decision
  const alone = isAlone ? [ALONE] : []
  const times = (count: number) => (count === 1 ? type : `${count} × ${type}`)
  if (decision.result === 'valid' && moved < 0) {
    return { tone: 'redeemed', title: `Undone: ${times(-moved)}`, lines: alone, signal: 'ask' }
  }
  switch (decision.result) {
    case 'valid':
      return {
        tone: 'redeemed',
        title: `Redeemed: ${times(decision.admits)}`,
        lines: validLines(outcome, quantity),
        signal: 'in',
      }
    case 'used':
      return {
        tone: 'before',
        title: 'Already redeemed',
        lines: [type, ...whenAndWhere(decision), ...alone],
        signal: 'before',
      }
    case 'too_many':
      return {
        tone: 'before',
        title: `Only ${left} left`,
        lines: [type, redeemedLabel(left ?? 0, quantity), ...alone],
        signal: 'before',
      }
    case 'wrong_gate':
      return wrongGateLook(decision.reason, ticket, alone)
    case 'too_early':
      return {
        tone: 'ask',
        title: 'Too early',
        lines: ['The event is more than 6 hours away. Redeem anyway?'],
        signal: 'ask',
      }
    case 'entry_stopped':
      return no('Stopped', ['Nothing is redeemed at this gate for now.', ...alone])
    default:
      return null
  }
}

function validLines({ decision, isAlone, byProof }: Decided, quantity: number): string[] {
  if (byProof) return ['One at a time: verified offline (not on list).']
  const { left } = decision
  const more = left !== null && quantity > 1 ? [redeemedLabel(left, quantity)] : []
  return [...more, ...(isAlone ? [ALONE] : [])]
}

function wrongGateLook(
  reason: string | null,
  { ticket_type: type, gate }: AddOn,
  alone: string[],
): Look {
  const title = gate === '' ? 'Not here' : `Not here: goes to ${gate}`
  const why =
    gate === ''
      ? 'No gate redeems it yet: ask the organizer.'
      : reason === 'choose_gate'
        ? 'To redeem it here, choose that gate first.'
        : 'It opens no entrance.'
  return { ...no(title, [type, why, ...alone]), signal: 'before' }
}
