// Tells the timeline which stops would be late on many days; shows nothing of its own.
import { useEffect } from 'react'
import { useLateDays } from '../../../plan/late-days.ts'
import { lateDaysOfTen, usePlanRisk } from '../plan-risk.ts'

export default function LateDays() {
  const risks = usePlanRisk()
  useEffect(() => {
    const days = [...(risks ?? [])].map(([stopId, risk]) => [stopId, lateDaysOfTen(risk)] as const)
    const byStop = new Map(days.filter((entry): entry is [string, number] => entry[1] !== undefined))
    useLateDays.setState({ byStop })
    return () => useLateDays.setState({ byStop: new Map() })
  }, [risks])
  return null
}
