import { expect, test } from 'vitest'
import { checkGenuine } from './check-genuine.ts'

const post = async (number: string) => {
  const paths: string[] = []
  const fetchApi = async (path: string) => {
    paths.push(path)
    return new Response(JSON.stringify({ error: 'Ticket not found' }), { status: 404 })
  }
  const fields = new FormData()
  fields.set('number', number)
  return { paths, outcome: await checkGenuine(fetchApi as typeof fetch, fields) }
}

// spec: ussd-genuine
test.each(['hello', 'ABCD EFGH', 'ABCD EFGH JKMN PQRU', 'ABCD EFGH JKMN PQRS T'])(
  'what cannot be a number is asked again, and accuses nobody: %s',
  async (typed) => {
    const { paths, outcome } = await post(typed)
    expect(paths).toEqual([])
    expect(outcome).toEqual({
      status: 422,
      typed,
      fault: 'A ticket number has 16 letters and numbers. Please check what you entered.',
    })
  },
)

// spec: ussd-genuine
test('each number in a pasted text is tried, until one is ours', async () => {
  const paths: string[] = []
  const genuine = { status: 'valid', event: 'Derby', ticket_type: 'VIP' }
  const fetchApi = async (path: string) => {
    paths.push(path)
    const isOurs = path.endsWith('/0B0N31TFDZT00Q6G')
    return new Response(JSON.stringify(isOurs ? genuine : {}), { status: isOurs ? 200 : 404 })
  }
  const fields = new FormData()
  fields.set(
    'number',
    'See https://a.example/t/ABCD1FGHJKMNPQRS and https://b.example/t/0B0N31TFDZT00Q6G',
  )
  const outcome = await checkGenuine(fetchApi as typeof fetch, fields)
  expect(paths).toEqual(['/api/genuine/ABCD1FGHJKMNPQRS', '/api/genuine/0B0N31TFDZT00Q6G'])
  expect(outcome).toMatchObject({ status: 200, answer: genuine })
})

// spec: ussd-genuine
test('an unknown number is reported as not one of ours', async () => {
  const { paths, outcome } = await post('abcd efgh jkmn pqrs')
  expect(paths).toEqual(['/api/genuine/ABCDEFGHJKMNPQRS'])
  expect(outcome).toMatchObject({ status: 404, answer: 'unknown' })
})
