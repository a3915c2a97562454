// The planner's worker: alerts while no page is open, and nothing else.
import { showAlerts } from '@routewright/ui/push-worker'

showAlerts(import.meta.env.BASE_URL)
