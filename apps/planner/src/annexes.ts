// The annexes of the planner, each by one line: in this order their settings, sections and dialogs are shown.
import { analytics } from './annexes/analytics/index.tsx'
import { assistants } from './annexes/assistants/index.tsx'
import { calendars } from './annexes/calendars/index.tsx'
import { charging } from './annexes/charging/index.tsx'
import { demo } from './annexes/demo/index.tsx'
import { driverSignIn } from './annexes/driver-sign-in/index.tsx'
import { driverTalk } from './annexes/driver-talk/index.tsx'
import { explanations } from './annexes/explanations/index.tsx'
import { exports } from './annexes/exports/index.tsx'
import { finding } from './annexes/finding/index.tsx'
import { intake } from './annexes/intake/index.tsx'
import { learning } from './annexes/learning/index.tsx'
import { payments } from './annexes/payments/index.tsx'
import { positions } from './annexes/positions/index.tsx'
import { privacy } from './annexes/privacy/index.tsx'
import { quotas } from './annexes/quotas/index.tsx'
import { recurring } from './annexes/recurring/index.tsx'
import { sandbox } from './annexes/sandbox/index.tsx'
import { slots } from './annexes/slots/index.tsx'
import { weeks } from './annexes/weeks/index.tsx'
import { whatIf } from './annexes/what-if/index.tsx'
import type { PlannerAnnex } from './shell/annex.ts'

export const annexes: readonly PlannerAnnex[] = [
  intake,
  positions,
  explanations,
  slots,
  learning,
  privacy,
  weeks,
  recurring,
  analytics,
  whatIf,
  exports,
  payments,
  driverTalk,
  driverSignIn,
  calendars,
  charging,
  assistants,
  quotas,
  sandbox,
  demo,
  finding,
]
