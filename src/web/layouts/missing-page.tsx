import { useLocation } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { Apology } from './apology.tsx'

/** Shown for an address or a ticket that does not exist. */
export function MissingPage({ heading }: { heading: string }) {
  const isTicket = useLocation().pathname.startsWith('/t/')
  return (
    <Apology sign="404" heading={heading}>
      <p>
        <WholeWords
          text={
            isTicket
              ? 'The number may be mistyped. Check it, or find the ticket by its M-PESA reference.'
              : 'It may have moved, or the address may be mistyped.'
          }
        />
      </p>
      {isTicket && (
        <ButtonLink to="/my-ticket" look="quiet">
          Find Your Ticket
        </ButtonLink>
      )}
      <ButtonLink to="/">Back to Home</ButtonLink>
    </Apology>
  )
}
