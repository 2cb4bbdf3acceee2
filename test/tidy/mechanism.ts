// Rule: the room platform mentions no other room and no provider. No room to the left of a table's
// owner reads the table, so platform reads its own tables alone.
import { folderOf } from './rooms.ts'
import { at, isTest, type Source, type Violation } from './source.ts'

/**
 * Names of rooms and providers that have no everyday meaning. Names that have one, such as 'order'
 * and 'site', are left out.
 */
const NAMES =
  /(?<![a-z])(m-?pesa|daraja|safaricom|africa'?s.?talking|smtp|checkout|check-?in|ussd|ledger|payments?|tickets?|refunds?|newsletter)(?![a-z])/gi
/** Everyday words that count as a room's name only inside a compound, such as OrderCode. */
const IN_COMPOUNDS =
  /(?<=[a-z])(Order(?=Code|Id|Line|State)|Payment|Ticket|Refund|Checkout|CheckIn)s?(?![a-z])/g

/** A file generated from the migrated database. It contains the tables of all rooms. */
const DRAWN = 'src/platform/database/schema.ts'

export function checkMechanism(source: Source): Violation[] {
  const { path, code, comments } = source
  if (folderOf(path) !== 'platform' || isTest(path) || path === DRAWN) return []
  const texts = [{ value: code, start: 0 }, ...comments]
  return texts.flatMap(({ value, start }) =>
    [...value.matchAll(NAMES), ...value.matchAll(IN_COMPOUNDS)].map(({ 0: name, index }) =>
      at(
        source,
        { start: start + index },
        'mechanism',
        `platform is mechanism: ${name} is for the room that knows it, which declares or hands in what it needs.`,
      ),
    ),
  )
}
