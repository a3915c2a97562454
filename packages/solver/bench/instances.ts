/** Development instances, with family, budget and target. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Convention } from '../src/formats/instance.ts'

export interface BenchInstance {
  readonly name: string
  /** Set in the list of best known values, like a folder. */
  readonly set: string
  readonly family: string
  readonly stopCount: number
  readonly bestKnown: number
  readonly convention: Convention
  readonly file: string
  readonly budgetSeconds: number
  /** Mean gap, in percent, that the family should reach within its budget on two threads. */
  readonly targetPercent: number
}

/** Folder of the benchmark sets; undefined when the machine has none. */
export function findBenchmarkFolder(): string | undefined {
  const shared = process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../../shared')
  const folder = join(shared, 'benchmarks')
  return existsSync(join(folder, 'bks.csv')) ? folder : undefined
}

/** Name of an instance, with its set when two sets share the name. */
export function getName({ set, name }: BenchInstance): string {
  return set === 'pcvrptw' || set === 'homberger' ? `${set}/${name}` : name
}

/** One entry per instance, with the objective of least distance (or cost), in the order of the list. */
export function listInstances(folder: string): BenchInstance[] {
  const rows = readFileSync(join(folder, 'bks.csv'), 'utf8').trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const [name, set, n, cost, , convention, objective, file] = row.split(',') as [
      string,
      string,
      string,
      string,
      string,
      Convention,
      string,
      string,
    ]
    if (objective === 'vehicles-then-distance') return []
    const stopCount = Number(n)
    const plan = findPlan(set, stopCount)
    return [{ name, set, stopCount, bestKnown: Number(cost), convention, file: join(folder, file), ...plan }]
  })
}

type FamilyPlan = Pick<BenchInstance, 'family' | 'budgetSeconds' | 'targetPercent'>

function findPlan(set: string, n: number): FamilyPlan {
  switch (set) {
    case 'solomon':
      return { family: 'solomon', budgetSeconds: 10, targetPercent: 0 }
    case 'homberger':
      if (n <= 200) return { family: 'homberger-200', budgetSeconds: 30, targetPercent: 0.15 }
      if (n <= 400) return { family: 'homberger-400', budgetSeconds: 30, targetPercent: 0.5 }
      return { family: 'homberger-1000', budgetSeconds: 60, targetPercent: 1 }
    case 'x':
      if (n <= 250) return { family: 'x-250', budgetSeconds: 10, targetPercent: 0.1 }
      if (n <= 500) return { family: 'x-500', budgetSeconds: 30, targetPercent: 0.2 }
      return { family: 'x-1000', budgetSeconds: 60, targetPercent: 0.35 }
    case 'xl':
      return { family: 'xl', budgetSeconds: 120, targetPercent: 0.1 }
    case 'xxl':
      return { family: 'xxl', budgetSeconds: 120, targetPercent: 2 }
    case 'li_lim':
      if (n <= 150) return { family: 'li-lim-100', budgetSeconds: 10, targetPercent: 0 }
      if (n <= 300) return { family: 'li-lim-200', budgetSeconds: 30, targetPercent: 0.05 }
      return { family: 'li-lim-1000', budgetSeconds: 60, targetPercent: 0.5 }
    case 'lera':
      if (n <= 400) return { family: 'lera-400', budgetSeconds: 60, targetPercent: 2.5 }
      return { family: 'lera-1000', budgetSeconds: 60, targetPercent: 4 }
    case 'rifki':
      return { family: 'rifki', budgetSeconds: 60, targetPercent: 0.3 }
    case 'pvrpif':
      return { family: 'pvrpif', budgetSeconds: 60, targetPercent: 2 }
    case 'vrpb':
      return { family: 'vrpb', budgetSeconds: 60, targetPercent: 0.7 }
    case 'gvrp':
      return { family: 'gvrp', budgetSeconds: 60, targetPercent: 0.5 }
    default:
      return { family: set, budgetSeconds: 30, targetPercent: 0.8 }
  }
}

/** A few instances that show each family in under three minutes in total, with budgets reduced to `budgetShare`. */
export const quickNames = [
  'RC106',
  'R211',
  'RC1_2_8',
  'R1_4_3',
  'RC2_8_3',
  'X-n204-k19',
  'X-n401-k29',
  'X-n1001-k43',
  'lr107',
  'lr1_2_6',
  'lr2_4_5',
  'X303-FSMFD',
  'PR11A',
  'R1_10_4',
  'R205R0.25',
  'PR08',
]
