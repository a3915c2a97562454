// Phone numbers of an import that look wrong. They are taken as they are: only messages to them may not arrive.
import { readPhone } from '@routewright/contract/phone'
import type { ReadRow } from '@routewright/reading'
import { useMemo } from 'react'
import { usePhoneOrigins } from '../../shell/phone-origins.ts'
import { useImport } from './import-store.ts'

export type PhoneDoubt = 'doubtful' | 'unusable' | 'country_unknown'

/** Finds the doubt about the number of a row; none for a person who may not read the project's messages. */
export function usePhoneDoubt(): (row: ReadRow) => PhoneDoubt | undefined {
  const origins = usePhoneOrigins()
  return useMemo(() => {
    // A row stays the same object while other rows are typed into, and there may be thousands.
    const known = new WeakMap<ReadRow, { doubt: PhoneDoubt | undefined }>()
    return (row) => {
      if (!origins || !row.stop.phone) return undefined
      const { doubt } = known.get(row) ?? { doubt: readDoubt(row.stop.phone, origins) }
      known.set(row, { doubt })
      return doubt
    }
  }, [origins])
}

function readDoubt(phone: string, origins: readonly string[]): PhoneDoubt | undefined {
  const reading = readPhone(phone, origins)
  if (reading.state === 'sound') return undefined
  return reading.state === 'unusable' ? reading.why : reading.state
}

export function useDoubtfulPhones(): number {
  const findDoubt = usePhoneDoubt()
  return useImport(({ rows }) => rows).filter((row) => findDoubt(row)).length
}
