import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gridExtract, gridForVans, gridPoints } from '../../test/grid.ts'
import { writePbf } from '../../test/pbf-writer.ts'
import { buildRoads } from '../engine/build-roads.ts'
import type { RoadGraph } from '../engine/road-graph.ts'
import type { RoadPath } from '../places/road-point.ts'
import { openRoadService, type RoadService } from './road-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-service-'))
const SIZE = 30
const extract = join(folder, 'grid.osm.pbf')
const points = gridPoints(SIZE, 260)

describe('the road service', () => {
  let graph: RoadGraph
  let service: RoadService
  const shares: number[] = []
  beforeAll(async () => {
    writeFileSync(extract, writePbf(gridExtract(SIZE)))
    service = await openRoadService([extract], {
      profile: 'car',
      cacheDir: folder,
      threads: 2,
      onProgress: (progress) => shares.push(progress.share),
    })
    graph = buildRoads([extract], { profile: 'car' })
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })

  it('is the answer again where another vehicle may use the same roads, and only there', async () => {
    const open = (profile: 'car' | 'truck', heightMeters: number) =>
      openRoadService([extract], { profile, size: { heightMeters }, cacheDir: folder, among: [service], threads: 1 })
    expect(await open('car', 2.5)).toBe(service)
    const truck = await open('truck', 2.5)
    expect(truck).not.toBe(service)
    expect(truck.facts.profile).toBe('truck')
    await truck.close()
  })

  it('reports the progress of building, and opens the kept graph the next time', async () => {
    expect(service.source).toBe('build')
    expect(shares.length).toBeGreaterThan(3)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    const again = await openRoadService([extract], { profile: 'car', cacheDir: folder, threads: 1 })
    expect(again.source).toBe('cache')
    expect(again.facts).toEqual(service.facts)
    await again.close()
  })

  it('answers small and large matrices as one thread does', async () => {
    for (const count of [1, 20, 260]) {
      const some = points.slice(0, count)
      const expected = graph.matrix(some)
      const matrix = await service.matrix(some)
      expect(matrix.seconds).toEqual(expected.seconds)
      expect(matrix.meters).toEqual(expected.meters)
    }
  })

  it('answers rectangular matrices, so that new stops only add their rows and columns', async () => {
    const whole = graph.matrix(points)
    const added = points.slice(0, 200)
    const part = await service.matrix(added, points)
    expect([part.sourceCount, part.targetCount]).toEqual([200, 260])
    expect(part.seconds).toEqual(whole.seconds.slice(0, 200 * 260))
    expect((await service.matrix([], points)).seconds).toHaveLength(0)
    expect((await service.matrix(points, [])).seconds).toHaveLength(0)
  })

  it('answers large matrices in 16 bits an entry, until something does not fit', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => points[index % points.length]!)
    const seen: number[] = []
    const matrix = await service.matrix(many, many, { withMixes: true, onProgress: (share) => seen.push(share) })
    const expected = graph.matrix(points, points, true)
    const cells = Array.from(
      { length: 20_000 },
      (_, index) => [(index * 7919) % 1000, (index * 104_729) % 1000] as const,
    )
    const isSame = (name: 'seconds' | 'meters' | 'mixes') =>
      cells.every(([from, to]) => {
        const entry = (from % points.length) * points.length + (to % points.length)
        return matrix[name]![from * 1000 + to] === expected[name]![entry]
      })
    expect(matrix.seconds).toBeInstanceOf(Uint16Array)
    expect(matrix.meters).toBeInstanceOf(Uint16Array)
    expect([isSame('seconds'), isSame('meters'), isSame('mixes')]).toEqual([true, true, true])
    expect(seen.at(-1)).toBe(1)

    // The last row and column: most of the table is filled when the first -1 comes.
    const far = [...many.slice(1), { lat: points[0]!.lat + 1, lng: points[0]!.lng }]
    const wide = await service.matrix(far)
    expect(wide.seconds).toBeInstanceOf(Int32Array)
    expect(wide.seconds.at(-2)).toBe(-1)
    expect(wide.seconds[0]).toBe(matrix.seconds[1001])
    expect(wide.seconds[5 * 1000 + 700]).toBe(matrix.seconds[6 * 1000 + 701])
    expect(wide.meters[999 * 1000 - 2]).toBe(matrix.meters[999 * 1000 + 999])
  })

  it('answers paths and snaps as one thread does', async () => {
    const some = points.slice(0, 12)
    expect(await service.path(some)).toEqual(graph.path(some))
    expect(await service.snap(some)).toEqual(some.map((point) => graph.snap(point)))
  })

  it('answers a path while large matrices run, and those one after another', async () => {
    const finished: string[] = []
    const matrices = [1, 2].map(async (number) => {
      const matrix = await service.matrix(points)
      finished.push(`matrix ${number}`)
      return matrix
    })
    const path = service.path(points.slice(0, 2)).then((result) => {
      finished.push('path')
      return result
    })
    const expected = graph.matrix(points)
    for (const matrix of await Promise.all(matrices)) expect(matrix.seconds).toEqual(expected.seconds)
    await path
    expect(finished.indexOf('path')).toBeLessThan(finished.indexOf('matrix 2'))
  })

  it('stops a large matrix when asked, and works on afterwards', async () => {
    const controller = new AbortController()
    const stopped = service.matrix(points, points, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    await expect(service.matrix(points, points, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect((await service.matrix(points)).seconds).toEqual(graph.matrix(points).seconds)
  })

  it('stops building when asked', async () => {
    const controller = new AbortController()
    const opening = openRoadService([extract], {
      profile: 'pedestrian',
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    await expect(opening).rejects.toMatchObject({ code: 'aborted' })
  })

  it('passes on what is wrong with a file or a point', async () => {
    const broken = join(folder, 'broken.osm.pbf')
    writeFileSync(broken, 'no map at all')
    await expect(openRoadService([broken], { profile: 'car' })).rejects.toMatchObject({ code: 'file_not_pbf' })
    await expect(openRoadService([], { profile: 'car' })).rejects.toMatchObject({ code: 'file_not_found' })
    await expect(service.path([{ lat: 100, lng: 0 }])).rejects.toMatchObject({ code: 'invalid_point' })
    await expect(service.matrix([points[0]!, { lat: 0, lng: 500 }])).rejects.toThrow(/point 1/)
  })

  it('refuses what is under way and what comes after it was closed', async () => {
    const other = await openRoadService([extract], { profile: 'car', threads: 1 })
    const refused = expect(other.matrix(points)).rejects.toMatchObject({ code: 'closed' })
    await other.close()
    await refused
    await expect(other.path(points)).rejects.toMatchObject({ code: 'closed' })
  })

  // Only where the system reports mapped files.
  it.skipIf(process.platform !== 'linux')(
    'closed twice, it leaves alone what lies where its own file lay',
    async () => {
      const open = () => openRoadService([extract], { profile: 'car', cacheDir: folder, threads: 1 })
      const mapped = () => readFileSync('/proc/self/maps', 'utf8').match(/^.*\.roads$/gm)
      const other = await open()
      await other.close()
      const again = await open()
      const before = mapped()
      await other.close()
      expect(mapped()).toEqual(before)
      await again.close()
      expect(mapped()).toHaveLength(before!.length - 1)
    },
  )
})

describe('a road service beside another one', () => {
  const file = join(folder, 'vans.osm.pbf')
  const open = (profile: 'car' | 'van' | 'scooter', beside?: RoadService) =>
    openRoadService([file], { profile, cacheDir: folder, threads: 2, beside })
  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, writePbf(gridForVans(SIZE)))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('takes little memory, and answers as a graph of its own, also when the other one was closed', async () => {
    const car = await open('car')
    const van = await open('van', car)
    expect(van.memoryBytes).toBeLessThan(car.memoryBytes / 3)
    expect(van.facts.profile).toBe('van')
    const graph = buildRoads([file], { profile: 'van' })
    // Two queries at once that both need the sums for mixes, which are computed once for both services.
    const shares = [
      car.matrix(points.slice(0, 9), points, { withMixes: true }),
      van.matrix(points, points, { withMixes: true }),
    ]
    const [, matrix] = await Promise.all(shares)
    const expected = graph.matrix(points, points, true)
    expect([...matrix!.seconds]).toEqual([...expected.seconds])
    expect([...matrix!.mixes!]).toEqual([...expected.mixes!])
    await car.close()
    // Among ways of equal cost either may be driven.
    const lengths = ({ legs }: RoadPath) => legs.map(({ seconds, meters }) => [seconds, meters])
    expect(lengths(await van.path(points.slice(0, 12)))).toEqual(lengths(graph.path(points.slice(0, 12))))
    expect(await van.reach(points[0]!, [120])).toEqual(graph.reach(points[0]!, [120]))
    // A further service may be opened from this one while it is open, because this one is based on a whole graph itself.
    const again = await open('van', van)
    expect([again.source, again.memoryBytes]).toEqual(['cache', van.memoryBytes])
    await van.close()
    expect((await again.matrix(points.slice(0, 20))).seconds).toEqual(graph.matrix(points.slice(0, 20)).seconds)
    await again.close()
  })

  it('is whole where the roads differ in too much, and beside one that is closed', async () => {
    const car = await open('car')
    const scooter = await open('scooter', car)
    expect(scooter.memoryBytes).toBeGreaterThan(car.memoryBytes / 2)
    await car.close()
    expect((await scooter.snap(points.slice(0, 3)))[2]).toBeDefined()
    await scooter.close()
    const van = await open('van', car)
    expect(van.memoryBytes).toBeGreaterThan(car.memoryBytes / 2)
    await van.close()
  })

  it('goes on finding what mixes are made of when the one that was at it is closed', async () => {
    const car = await open('car')
    const van = await open('van', car)
    const some = points.slice(0, 20)
    const refused = van.matrix(some, some, { withMixes: true }).catch((error: { code: string }) => error.code)
    const wanted = car.matrix(some, some, { withMixes: true })
    await van.close()
    expect(await refused).toBe('closed')
    expect((await wanted).mixes).toHaveLength(400)
    await car.close()
  })

  // Only where the system reports mapped files.
  it.skipIf(process.platform !== 'linux')('gives back all memory with the last of them', async () => {
    const mapped = () => readFileSync('/proc/self/maps', 'utf8').match(/^.*vans\.osm.*\.roads$/gm) ?? []
    const car = await open('car')
    const van = await open('van', car)
    expect(mapped()).toHaveLength(2)
    await car.close()
    await car.close()
    expect(mapped()).toHaveLength(2)
    await van.close()
    expect(mapped()).toHaveLength(0)
    const alone = await open('car')
    const stopped = new AbortController()
    stopped.abort()
    await expect(
      openRoadService([file], { profile: 'van', cacheDir: folder, beside: alone, signal: stopped.signal }),
    ).rejects.toMatchObject({ code: 'aborted' })
    await alone.close()
    expect(mapped()).toHaveLength(0)
  })
})
