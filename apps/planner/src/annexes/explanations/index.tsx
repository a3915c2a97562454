// Explanations: why a stop is on no route, why a plan has its form, and how it comes out on many days.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const explanations: PlannerAnnex = {
  name: 'explanations',
  sections: [
    { at: 'stop.why', load: () => import('./in-editor/stop-why.tsx') },
    { at: 'stop.times', load: () => import('./in-editor/stop-chances.tsx') },
    { at: 'timeline', load: () => import('./in-editor/late-days.tsx') },
    { at: 'optimize.figures', load: () => import('./played-figures.tsx') },
    { at: 'optimize.left', load: () => import('./plan-reasons.tsx') },
    { at: 'compare.plan', load: () => import('./played-plan.tsx') },
    { at: 'compare.end', load: () => import('./where-hours-go.tsx') },
    { at: 'compare.end', load: () => import('./plan-reasons.tsx') },
  ],
}
