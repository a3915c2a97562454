// Starting a search, whose result is held until somebody applies it.
import * as operations from '@routewright/client/operations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { type RunChoice, runOptions } from './run-choice.ts'

export function useStart() {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const [failure, setFailure] = useState('')
  const [isStarting, setStarting] = useState(false)
  const start = async (choice: RunChoice) => {
    setStarting(true)
    setFailure('')
    try {
      const body = runOptions(choice, data)
      useRunState.getState().set(await call(operations.startOptimization, { plan_id: data.plan.id, body }))
    } catch (error) {
      setFailure(failureText(error, t))
      setStarting(false)
    }
  }
  return { start, isStarting, failure }
}
