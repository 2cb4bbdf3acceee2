import { sql } from 'kysely'
import type { Db } from './db.ts'

const TYPES: Record<string, string> = {
  _int2: 'number[]',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
}

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  has_default: boolean
  generated: boolean
}

export async function describeSchema(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type,
      c.is_nullable = 'YES' as nullable,
      c.column_default is not null as has_default, c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as generated
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not like 'kysely%'
    order by c.table_name, c.ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, (row) => row.table)
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${columnType(column)}`)
    return `export interface ${interfaceName(table)} {\n${lines.join('\n')}\n}`
  })
  const index = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`)
  return `// Generated from the migrated database: npm run schema. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

${interfaces.join('\n\n')}

export interface DB {
${index.join('\n')}
}
`
}

function columnType(column: Column): string {
  const base = TYPES[column.type]
  if (!base) throw new Error(`${column.table}.${column.column}: no TypeScript for ${column.type}`)
  const full = column.nullable ? `${base} | null` : base
  if (column.generated) return `GeneratedAlways<${full}>`
  return column.has_default ? `Generated<${full}>` : full
}

function interfaceName(table: string): string {
  return table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
