import type { Validation } from '../../checkin/checkin.contract.ts'
import { excessText, leavingText, whyText } from '../../checkin/gate-text.rules.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { type CheckInBadge, checkInBadge } from '../figures/figures.rules.ts'

const LOOKS = { Valid: 'good', 'Already Used': 'used', Invalid: 'bad' } as const
const SIGNS: Record<CheckInBadge, string> = {
  Valid: 'M5 12.5l4.500 4.500L19 7.500',
  'Already Used': 'M12 7v5.500l3.500 2M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17z',
  Invalid: 'M6 6l12 12M18 6L6 18',
}

/** A check-in's status in the specification's words, with the details of the check-in below. */
export function StatusCell({ row }: { row: Validation }) {
  const badge = checkInBadge(row)
  const { words: note, undone } = row
  return (
    <>
      <Badge look={LOOKS[badge]}>
        <svg
          viewBox="0 0 24 24"
          className="size-4 fill-none stroke-current stroke-[2.5]"
          aria-hidden="true"
        >
          <path d={SIGNS[badge]} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        <span>{badge}</span>
      </Badge>
      {row.add_on !== undefined && <Beneath text={`Add-on: ${row.add_on}`} />}
      {badge !== 'Already Used' && <Beneath text={whyText(row)} />}
      <Beneath text={leavingText(row)} />
      {note && <Beneath text={`“${note}”`} />}
      <Beneath text={excessText(row)} />
      {undone && (
        <span className="mt-1 block">
          <Badge look="plain">Undone</Badge>
          <span className="block text-quiet">
            <Instant at={undone.timestamp} />
            <span>{undone.validator && `, ${undone.validator}`}</span>
            <span>{undone.words && `: “${undone.words}”`}</span>
          </span>
        </span>
      )}
    </>
  )
}

function Beneath({ text }: { text: string }) {
  return text === '' ? null : <span className="mt-1 block text-quiet">{text}</span>
}
