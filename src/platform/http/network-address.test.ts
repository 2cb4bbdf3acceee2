import { describe, expect, test } from 'vitest'
import { prefixOf } from '../limits/limits.ts'
import { readNetworkAddress } from './network-address.ts'

test.each([
  ['2c0f:fe38:2240:81f2::9', '2c0f:fe38:2240::/48'],
  ['2c0f::1', '2c0f:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['41.90.64.7', null],
])('the /48 of %s is %s', (text, prefix) => {
  expect(prefixOf(readNetworkAddress(text)!)).toBe(prefix)
})

describe('a network address for limits', () => {
  test.each([
    ['41.90.64.7', '41.90.64.7'],
    ['127.0.0.1', '127.0.0.1'],
    // The form in which a server that listens on IPv6 sees IPv4 callers.
    ['::ffff:41.90.64.7', '41.90.64.7'],
    ['::FFFF:295a:4007', '41.90.64.7'],
    ['0:0:0:0:0:ffff:41.90.64.7', '41.90.64.7'],
    ['2c0f:fe38:2240:81f2:1:2:3:4', '2c0f:fe38:2240:81f2::/64'],
    ['2C0F:FE38:2240:81F2::9', '2c0f:fe38:2240:81f2::/64'],
    ['2c0f:fe38:2240:81f3::9', '2c0f:fe38:2240:81f3::/64'],
    ['2c0f::1', '2c0f:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Proxies such as Azure's gateway add the port.
    ['41.90.64.7:5512', '41.90.64.7'],
    ['[2c0f:fe38::1]:5512', '2c0f:fe38:0:0::/64'],
    ['[2c0f:fe38::1]', '2c0f:fe38:0:0::/64'],
    ['[::ffff:41.90.64.7]:443', '41.90.64.7'],
  ])('of %s is %s', (text, address) => {
    expect(readNetworkAddress(text)).toBe(address)
  })

  test.each([
    '',
    'unknown',
    '41.90.64',
    '041.90.64.7',
    '41.90.64.7:',
    '41.90.64.7:port',
    '41.90.64.7:655361',
    '[41.90.64.7]:80',
    '[2c0f::1',
    '2c0f::1]:80',
    '[2c0f::1]80',
    '2c0f::1::2',
    '41.90.64.7, 10.0.0.1',
    "41.90.64.7' or 1=1",
    '::ffff:41.90.64.777',
  ])('of "%s" is null', (text) => {
    expect(readNetworkAddress(text)).toBeNull()
  })
})
