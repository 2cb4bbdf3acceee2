import { KEPT_FOR } from '../../src/site/kept-for.rules.ts'
import { ERASURES, type PersonalColumn, TERMS } from './register.rules.ts'
import { REGISTER } from './register.text.ts'

export const DOCUMENT = 'docs/privacy.md'

const HEAD = `# Personal data

The register of personal data under Kenya's Data Protection Act, written by \`npm run privacy\` from \`test/privacy/register.text.ts\`; do not edit. \`test/privacy/register.test.ts\` fails for a column of the database without a rule.

'Kept' is the term after which a job deletes or empties the column (\`src/privacy/forget-old.job.ts\`). 'Erasure' is what happens when the owner of a phone number has their data erased: to the columns that hold their own number and what belongs to it, not to those of other people of the same order (decisions/0184). Ids and hashes that lead to a person only through another table of this list are not personal columns.

Outside the database: logs hold no phone number in full (\`src/platform/log.test.ts\`) and are kept for ${KEPT_FOR.logs.label} by the operator's log service (\`docs/operation.md\`, Logs). A backup holds what the database held, until it is deleted; after a restore the sweep deletes again what is past its term, and erasures since the backup have to be repeated.
`

/** Returns the text that docs/privacy.md should have. */
export function writeRegister(): string {
  const tables = Object.entries(REGISTER)
  const personal = tables.filter(([, { person }]) => Object.keys(person).length > 0)
  const others = tables.filter(([, { person }]) => Object.keys(person).length === 0)
  return [
    HEAD,
    '## Columns',
    '',
    '| Column | Holds | For | Kept | Erasure |',
    '|---|---|---|---|---|',
    ...personal.flatMap(([table, { person }]) =>
      Object.entries(person).map(([name, rule]) => rowOf(`${table}.${name}`, rule)),
    ),
    '',
    '## Tables without personal columns',
    '',
    `${others.map(([table]) => `\`${table}\``).join(', ')}.`,
    '',
  ].join('\n')
}

const rowOf = (name: string, { content, why, kept, erased }: PersonalColumn) =>
  `| \`${name}\` | ${content} | ${why} | ${TERMS[kept]} | ${ERASURES[erased]} |`
