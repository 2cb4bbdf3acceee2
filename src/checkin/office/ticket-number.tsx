import { foursOf } from '../../tickets/number.rules.ts'

/** Shows the number in groups of four. The text itself has no spaces, so it can be copied. */
export function TicketNumber({ number }: { number: string }) {
  return (
    <span className="whitespace-nowrap font-mono">
      {foursOf(number).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no other name
        <span key={index} className="mr-1 inline-block last:mr-0">
          {group}
        </span>
      ))}
    </span>
  )
}
