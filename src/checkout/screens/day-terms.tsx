import { showDays, TypeDays } from '../../events/screens/event-days.tsx'
import type { SaleTerms } from './sale-terms.tsx'

showDays()

/** The terms of an event of several days. Each type also shows the days for which it is. */
export const dayTermsOver = (Terms: typeof SaleTerms): typeof SaleTerms =>
  function DayTerms({ event, children }) {
    return (
      <Terms event={event}>
        {(sale) =>
          sale &&
          children({
            ...sale,
            notesOf: (type, line) => (
              <>
                <p className="-mt-2 basis-full text-small text-quiet">
                  <TypeDays type={type} event={event} />
                </p>
                {sale.notesOf(type, line)}
              </>
            ),
          })
        }
      </Terms>
    )
  }
