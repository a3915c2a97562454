// The setting MAP_STYLES: what is taken of it, and which entry, field and limit a refusal names.
import { describe, expect, test } from 'vitest'
import { readMapLooks } from './config-map-looks.ts'

const tiles = 'https://pictures.example.org/{z}/{x}/{y}.jpg?key=secret'
const satellite = { name: 'Satellite', tiles, attribution: '© Example' }
const read = (...list: object[]) => readMapLooks(JSON.stringify(list))

describe('further looks of the map', () => {
  test('are pictures by a template, or a style with the servers that it takes its parts from', () => {
    const style = 'https://styles.example.org/topo.json'
    const hosts = ['https://tiles.example.net/any/path', 'https://styles.example.org']
    expect(read(satellite, { name: 'Topo', style, attribution: '© Topo', hosts })).toEqual([
      { ...satellite, max_zoom: 19, tile_size: 256, origins: ['https://pictures.example.org'] },
      {
        name: 'Topo',
        style,
        attribution: '© Topo',
        origins: ['https://styles.example.org', 'https://tiles.example.net'],
      },
    ])
  })

  test.each([
    ['{}', 'must be a list'],
    ['[', 'must be JSON'],
    ['[1]', '[0] must be an object'],
    [[{ ...satellite, name: '' }], '[0].name must be a text of 1 to 40'],
    [[{ ...satellite, name: 'n'.repeat(41) }], '[0].name must be a text of 1 to 40'],
    [[{ name: 'Satellite', tiles }], '[0].attribution must be a text of 1 to 300'],
    [[{ name: 'Satellite', attribution: '©' }], '[0] needs either tiles or style'],
    [[{ ...satellite, style: 'https://a.example/s.json' }], '[0] needs either tiles or style'],
    [[satellite, { ...satellite }], 'Satellite stands twice'],
    [[{ ...satellite, tiles: 'ftp://a.example/{z}/{x}/{y}' }], '[0].tiles must be an address'],
    [[{ ...satellite, tiles: 'https://a.example/{z}/{x}.png' }], '[0].tiles lacks {y}'],
    [[{ ...satellite, tiles: 'https://{s}.example/{z}/{x}/{y}' }], '[0].tiles'],
    [[{ ...satellite, tiles: 'https://a.example/{z}/{x}/{y}?q={quadkey}' }], 'not {quadkey}'],
    [[{ ...satellite, max_zoom: 25 }], '[0].max_zoom must be a whole number 1..24'],
    [[{ ...satellite, tile_size: 64 }], '[0].tile_size must be a whole number 128..1024'],
    [[{ ...satellite, hosts: 'https://a.example' }], '[0].hosts must be a list'],
    [[{ ...satellite, hosts: ['a.example'] }], '[0].hosts[0] must be an address'],
    [[{ ...satellite, url: tiles }], '[0].url is no field of a look'],
  ])('%j is refused: %s', (given, reason) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    expect(() => readMapLooks(text)).toThrow(reason)
    expect(() => readMapLooks(text)).not.toThrow('secret')
  })
})
