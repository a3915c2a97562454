// The statements of data that the HTTP frame asks.
import { lockPlanRows } from '../data/plans.sql.ts'
import { forgetQuietWindows } from '../data/rate-limits.sql.ts'
import { idleSince, touchSession } from '../data/sessions.sql.ts'
import type { FrameStatements } from '../frame/http/statements.ts'

export const frameStatements: FrameStatements = { lockPlans: lockPlanRows, touchSession, idleSince, forgetQuietWindows }
