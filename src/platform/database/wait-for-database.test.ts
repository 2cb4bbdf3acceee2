import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { takeFreePorts } from '../../../test/free-ports.ts'
import { openDatabase } from './db.ts'
import { waitForDatabase } from './wait-for-database.ts'

test('a process that starts before its database waits, says so, and goes on', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  const target = { host: url.hostname, port: Number(url.port) }
  const [port = 0] = await takeFreePorts(1)
  url.port = String(port)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const onward = connect(target)
    sockets.push(client, onward)
    for (const socket of [client, onward]) socket.on('error', () => {})
    client.pipe(onward).pipe(client)
  })
  const reasons: string[] = []
  const db = openDatabase(url.href, 1)
  await waitForDatabase(db, (reason) => {
    reasons.push(reason)
    if (!server.listening) server.listen(port, target.host)
  })
  expect(reasons[0]).toContain('ECONNREFUSED')
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  server.close()
  await database.close()
})

test('a process with a wrong database name does not wait', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  url.pathname = '/lango_of_nobody'
  const db = openDatabase(url.href, 1)
  const reasons: string[] = []
  await expect(waitForDatabase(db, (reason) => reasons.push(reason))).rejects.toThrow(
    'does not exist',
  )
  expect(reasons).toEqual([])
  await db.destroy()
  await database.close()
})
