// Leads into the editor of a plan, with one of its panels open.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface OpenPlanButtonProps {
  planId: string
  show?: 'optimize' | 'dispatch'
  children: ReactNode
}

export function OpenPlanButton({ planId, show, children }: OpenPlanButtonProps) {
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/plan/$planId', params: { planId }, search: show ? { show } : {} })
  return (
    <Button variant="default" onClick={open}>
      {children}
    </Button>
  )
}
