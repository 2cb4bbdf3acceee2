import { expect } from 'vitest'

type Column<C, V> = {
  /** Cells of different groups are read concurrently. */
  groupOf: (cell: C) => string
  read: (cell: C) => V | Promise<V>
  expected: (cell: C) => V
}

/** Compares the read and the expected value of each cell. Lists differences by the cell's name. */
export async function compareColumn<C extends { name: string }, V>(
  cells: readonly C[],
  { groupOf, read, expected }: Column<C, V>,
): Promise<void> {
  const rows = new Map<string, V>()
  const readAll = async (own: readonly C[]) => {
    for (const cell of own) rows.set(cell.name, await read(cell))
  }
  await Promise.all([...Map.groupBy(cells, groupOf).values()].map(readAll))
  expect(cells.map(({ name }) => [name, rows.get(name)])).toEqual(
    cells.map((cell) => [cell.name, expected(cell)]),
  )
}
