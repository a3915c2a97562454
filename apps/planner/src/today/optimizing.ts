// Optimizing a plan that has no routes yet, from outside of its editor: there is nothing to compare with, so the result is taken.
import * as operations from '@routewright/client/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText, reasonOfRun } from '../shell/failure.ts'
import { call } from '../shell/service.ts'

const POLL_MS = 700

interface Optimizing {
  isRunning: boolean
  /** 0 to 1. */
  progress: number
  /** Why it did not work; empty otherwise. */
  failure: string
  start(): Promise<void>
}

export function useOptimizing(planId: string): Optimizing {
  const { t } = useTranslation('today')
  const client = useQueryClient()
  const [isStarted, setStarted] = useState(false)
  const [failure, setFailure] = useState('')
  const { data: run } = useQuery({
    queryKey: ['running-optimization', planId],
    queryFn: ({ signal }) => call(operations.getRunningOptimization, { id: planId }, { signal }),
    enabled: isStarted,
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  useEffect(() => {
    if (!isStarted || !run?.finished) return
    if (run.error) setFailure(reasonOfRun(run, t))
    void client.invalidateQueries({ queryKey: ['today'] }).then(() => setStarted(false))
  }, [isStarted, run, client, t])
  const start = async () => {
    setFailure('')
    try {
      // Results of an earlier run are not those of this one.
      client.removeQueries({ queryKey: ['running-optimization', planId] })
      await call(operations.optimizePlanAsync, { id: planId })
      setStarted(true)
    } catch (error) {
      setFailure(failureText(error, t))
    }
  }
  return { isRunning: isStarted, progress: run?.progress ?? 0, failure, start }
}
