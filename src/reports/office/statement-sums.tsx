import { FigureCards } from '../../ui/office/figure-card.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { StatementSums } from '../statement/statement.contract.ts'

export function StatementCards({ sums }: { sums: StatementSums }) {
  return (
    <FigureCards
      isDense
      figures={[
        ['Taken', formatExactKes(sums.taken)],
        ['Given Back', formatExactKes(sums.given_back)],
        ['Fees', formatExactKes(sums.fees)],
        ['Paid Out', formatExactKes(sums.paid_out)],
        ['Owed', formatExactKes(sums.owed)],
      ]}
    />
  )
}

export function StatementSkeleton() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading statement...</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5 lg:gap-4">
        {['a', 'b', 'c', 'd', 'e'].map((card) => (
          <div key={card} data-skeleton="card" className="h-20 rounded-card bg-line" />
        ))}
      </div>
      <div className="h-72 rounded-card bg-line" />
    </div>
  )
}
