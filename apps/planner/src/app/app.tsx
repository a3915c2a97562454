// The planner as a whole: theme, words, data and router around the screens.
import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { Annexes, type PlannerAnnex } from '../shell/annex.ts'
import { ConsentDialog } from '../shell/consent-dialog.tsx'
import notices from '../shell/notices.module.css'
import { SignInAgain } from '../shell/sign-in-again.tsx'
import { cssVariables, theme } from '../shell/theme.ts'
import { createPlannerRouter } from './routes.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service's own calls wait and try again; twice would be once too often.
      retry: false,
      staleTime: 15_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
interface AppProps {
  words: i18n
  annexes: readonly PlannerAnnex[]
}

export function App({ words, annexes }: AppProps) {
  const [router] = useState(() => createPlannerRouter(queries, annexes))
  // The kit's own buttons have no words: whoever cannot see the cross hears what it does.
  const closeButtonProps = { 'aria-label': words.t('shell:close') }
  const spoken = mergeThemeOverrides(theme, {
    components: {
      ...Object.fromEntries(
        ['Notification', 'Modal', 'Drawer'].map((name) => [name, { defaultProps: { closeButtonProps } }]),
      ),
      // A point and a comma may be typed in every language; shown is the one that people there write.
      NumberInput: { defaultProps: { decimalSeparator: getDecimalSeparator(words.language) } },
    },
  })
  return (
    <I18nextProvider i18n={words}>
      <MantineProvider theme={spoken} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <ModalsProvider labels={{ confirm: words.t('shell:confirm'), cancel: words.t('shell:cancel') }}>
            <Notifications
              position="top-center"
              limit={3}
              containerWidth={460}
              classNames={{ root: notices.notices! }}
            />
            <Annexes value={annexes}>
              <RouterProvider router={router} />
            </Annexes>
            <SignInAgain />
            <ConsentDialog />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  )
}

function getDecimalSeparator(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')!.value
}
