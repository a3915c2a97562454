// The export of a plan at an address of its own; closing it leads back to the plan.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { call } from '../shell/service.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { ExportDialog } from './export-dialog.tsx'

export function ExportPage() {
  const { planId } = useParams({ strict: false }) as { planId: string }
  const { route } = useSearch({ strict: false }) as { route?: string }
  const navigate = useNavigate()
  const plan = useQuery({
    queryKey: ['plan-head', planId],
    queryFn: ({ signal }) => call('GET /v2/plan/{id}', { id: planId }, { signal }),
    select: ({ id, status, project_id, label, execution_date }) => ({ id, status, project_id, label, execution_date }),
    staleTime: 60_000,
  })
  if (plan.error) return <LoadFailure error={plan.error} retry={() => void plan.refetch()} />
  if (!plan.data) return <RowSkeletons />
  const back = () => void navigate({ to: `/plan/${planId}` })
  return <ExportDialog plan={plan.data} onClose={back} {...(route && { routeId: route })} />
}
