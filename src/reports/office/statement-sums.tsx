import { FigureCards } from '../../ui/office/figure-card.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import type { StatementSums } from '../statement/statement.contract.ts'

export function StatementCards({ sums }: { sums: StatementSums }) {
  return (
    <FigureCards
      isDense
      figures={[
        ['Sales', formatExactKes(sums.taken)],
        ['Refunds', formatExactKes(sums.given_back)],
        ['Fees', formatExactKes(sums.fees)],
        ['Payouts', formatExactKes(sums.paid_out)],
        ['Balance due', formatExactKes(sums.owed)],
      ]}
    />
  )
}

export function StatementSkeleton() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading statement...</span>
      <div className="five-figures grid gap-3 lg:gap-4">
        {['a', 'b', 'c', 'd', 'e'].map((card) => (
          <div key={card} data-skeleton="card" className="h-20 rounded-card bg-line" />
        ))}
      </div>
      <div className="h-72 rounded-card bg-line" />
    </div>
  )
}
