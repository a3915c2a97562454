// Adding the day's recurring orders to a plan, at an address of its own; closing it leads back to the plan.
import { useNavigate, useParams } from '@tanstack/react-router'
import { FillDialog } from './fill-dialog.tsx'

export function FillPage() {
  const { planId } = useParams({ strict: false }) as { planId: string }
  const navigate = useNavigate()
  return <FillDialog planId={planId} onClose={() => void navigate({ to: `/plan/${planId}` })} />
}
