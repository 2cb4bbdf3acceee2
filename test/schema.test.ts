import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../src/platform/database/db.ts'
import { dumpSchema } from '../src/platform/database/schema-dump.ts'
import { describeSchema } from '../src/platform/database/schema-types.ts'
import { createEmptyDatabase, keepDatabase } from './database.ts'
import { TABLE_OWNERS } from './tidy/sql.ts'

const { db } = keepDatabase(2)

type ForeignKey = { name: string; indexed: boolean; on_delete: string; on_update: string }

/**
 * Returns the foreign keys, each with whether an index serves the key. The index must begin with
 * the key's columns, and may leave out only rows in which they are null.
 */
async function foreignKeys(): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conrelid::regclass || '.' || k.conname as name,
      k.confdeltype::text as on_delete, k.confupdtype::text as on_update,
      exists (
        select from pg_index i
        where i.indrelid = k.conrelid and i.indisvalid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(k.conkey)] @> k.conkey
      ) as indexed
    from pg_constraint k where k.contype = 'f' order by 1`.execute(db)
  return rows
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(db)
  return rows.map((row) => row.name)
}

const readSchemaSql = () => readFile(new URL('../migrations/schema.sql', import.meta.url), 'utf8')

type Column = { name: string; type: string }

async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as name, udt_name as type
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db)
  return rows
}

const OF_MONEY = /_(kes|cents)$|amount|revenue|price|fee|balance|shilling/
const INTEGERS = ['int4', 'int8']
/** Lists money columns that do not count whole cents, or whose names do not say so. */
const notInCents = (all: Column[]) =>
  all
    .filter(({ name, type }) => {
      const column = name.split('.')[1]!
      if (type === 'bool') return false
      if (!OF_MONEY.test(column)) return /^(numeric|money|float)/.test(type)
      return !column.endsWith('_cents') || !INTEGERS.includes(type)
    })
    .map(({ name }) => name)

const HISTORIES = ['audit_log', 'check_in', 'ledger_entry', 'ledger_line']
/** Lists history tables whose rows can be changed or deleted. */
async function changeableHistories(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and (c.relname like '%\\_event' or c.relname = any(${HISTORIES}))
      and not exists (
        select from pg_trigger t
        where t.tgrelid = c.oid and t.tgfoid = 'refuse_change'::regproc and t.tgenabled = 'O'
          -- Fires before (2) deletes (8) and updates (16).
          and t.tgtype & 26 = 26
      ) order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

const NO_ACTION = ['a', 'r']
const unindexed = (keys: ForeignKey[]) => keys.filter((key) => !key.indexed).map((key) => key.name)
const cascading = (keys: ForeignKey[]) =>
  keys
    .filter((key) => ![key.on_delete, key.on_update].every((action) => NO_ACTION.includes(action)))
    .map((key) => key.name)

describe('the migrated database', () => {
  test('schema.ts matches the migrated database: npm run schema regenerates it', async () => {
    const written = await readFile(
      new URL('../src/platform/database/schema.ts', import.meta.url),
      'utf8',
    )
    expect(written).toBe(await describeSchema(db))
  })

  test('schema.sql matches the migrated database: npm run schema regenerates it', async () => {
    expect(await readSchemaSql()).toBe(await dumpSchema(db))
  })

  test('every migration is a numbered file', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ name }) => !/^\d{4}_/.test(name))).toEqual([])
  })

  test('each foreign key has an index that begins with its columns', async () => {
    const keys = await foreignKeys()
    expect(keys.length).toBeGreaterThan(10)
    expect(unindexed(keys)).toEqual([])
  })

  test('no foreign key cascades', async () => {
    expect(cascading(await foreignKeys())).toEqual([])
  })

  test('money is counted in cents, and its columns are named so', async () => {
    const all = await columns()
    expect(all.filter(({ name }) => name.endsWith('_cents')).length).toBeGreaterThan(10)
    expect(notInCents(all)).toEqual([])
  })

  test('the events of orders, payments and refunds, the ledger, check-ins and the audit log are append-only', async () => {
    expect(await changeableHistories()).toEqual([])
    for (const table of ['order_event', 'payment_event', 'refund_event', 'audit_log']) {
      const change = sql`update ${sql.table(table)} set at = now()`.execute(db)
      await expect(change).rejects.toThrow(`${table} is append-only`)
      const remove = sql`delete from ${sql.table(table)}`.execute(db)
      await expect(remove).rejects.toThrow(`${table} is append-only`)
    }
  })

  test('each table has an owner', async () => {
    expect(await tables()).toEqual([...TABLE_OWNERS.keys()].sort())
  })
})

test('schema.sql creates the same database from scratch', async () => {
  const empty = await createEmptyDatabase()
  const other = openDatabase(empty.url, 1)
  try {
    // On a separate PostgreSQL server an operator creates the extension: the shop's role may not.
    await sql`create extension pg_trgm`.execute(other)
    await sql.raw(await readSchemaSql()).execute(other)
    expect(await dumpSchema(other)).toBe(await dumpSchema(db))
    expect(await describeSchema(other)).toBe(await describeSchema(db))
    await sql`create view planted as select id from event`.execute(other)
    await expect(dumpSchema(other)).rejects.toThrow('cannot write planted')
  } finally {
    await other.destroy()
    await empty.close()
  }
})

test('planted faults are found: a key without an index, a cascade, shillings, a history that can change, a table without an owner', async () => {
  const described = await describeSchema(db)
  const dumped = await dumpSchema(db)
  // No other test shares this database, so the planted faults need no clean-up.
  await sql`create table planted (
    event_id uuid references event on delete cascade,
    gate_id uuid references gate on update cascade,
    "order_id" uuid references "order",
    amount_kes integer, fee bigint, owed_cents numeric, price_cents text, share numeric,
    paid_cents bigint
  )`.execute(db)
  await sql`create index on planted (gate_id, event_id)`.execute(db)
  await sql`create index on planted (order_id) where order_id is not null`.execute(db)
  await sql`create index on planted (event_id) where gate_id = event_id`.execute(db)
  const keys = (await foreignKeys()).filter((key) => key.name.startsWith('planted.'))
  expect(unindexed(keys)).toEqual(['planted.planted_event_id_fkey'])
  expect(cascading(keys)).toEqual(['planted.planted_event_id_fkey', 'planted.planted_gate_id_fkey'])
  expect(notInCents(await columns())).toEqual([
    'planted.amount_kes',
    'planted.fee',
    'planted.owed_cents',
    'planted.price_cents',
    'planted.share',
  ])
  await sql`create table planted_event (at timestamptz)`.execute(db)
  expect(await changeableHistories()).toEqual(['planted_event'])
  expect(await describeSchema(db)).not.toBe(described)
  expect(await dumpSchema(db)).not.toBe(dumped)
  expect(await tables()).toContain('planted')
})
