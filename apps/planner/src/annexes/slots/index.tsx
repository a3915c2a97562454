// Windows that are offered with what each would cost, and what recipients were told.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { managers } from '../../shell/places.ts'
import { useSlotQuestion } from './slot-question.ts'

const loadWhen = () => import('./in-editor/when-buttons.tsx')

export const slots: PlannerAnnex = {
  name: 'slots',
  settings: [
    {
      name: 'slots',
      group: 'customers',
      for: managers,
      sections: ['slots:title', 'slots:fields', 'slots:preview.title'],
      load: () => import('./slot-settings.tsx'),
    },
  ],
  sections: [
    { at: 'plan', load: () => import('./in-editor/after-bookings.ts') },
    { at: 'stop.times', load: () => import('./in-editor/stop-promises.tsx') },
    { at: 'stop.buttons', load: async () => ({ default: (await loadWhen()).WhenButton }) },
    { at: 'stop.menu', load: async () => ({ default: (await loadWhen()).WhenEntry }) },
    { at: 'stop.remedies', load: async () => ({ default: (await loadWhen()).WhenRemedy }) },
    { at: 'stop.new', load: async () => ({ default: (await loadWhen()).NewStopButton }) },
    { at: 'client.row', load: () => import('./client-button.tsx') },
  ],
  dialogs: [
    {
      useIsOpen: () => useSlotQuestion(({ subject }) => subject !== undefined),
      load: () => import('./when-dialog.tsx'),
    },
  ],
}
