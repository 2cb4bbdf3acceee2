import { describe, expect, it } from 'vitest'
import { browseQuery, browseSearch, readBrowse } from './browse.rules.ts'

const read = (search: string) => readBrowse(new URLSearchParams(search))

describe('the choices in an address', () => {
  it('choices read back as they were written', () => {
    for (const search of ['', '?category=Sports', '?category=Comedy&date=next_month&pages=3']) {
      expect(browseSearch(read(search))).toBe(search)
    }
  })

  it('an invalid address has the default choices', () => {
    const first = { category: '', date: 'all', pages: 1 }
    for (const search of ['', '?category=Opera&date=never&pages=-3', '?pages=1.5', '?pages=x']) {
      expect(read(search)).toEqual(first)
    }
    expect(read('?pages=100000').pages).toBe(50)
    expect(read('?category=sPORTS').category).toBe('Sports')
  })

  it('choices become the filters of the list', () => {
    const browse = read('?category=Sports&date=month')
    expect(`${browseQuery(browse, '2027-02-14')}`).toBe(
      'from=2027-02-01&to=2027-02-28&category=Sports',
    )
    expect(`${browseQuery(read(''), '2027-02-14')}`).toBe('')
  })
})
