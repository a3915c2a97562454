// The ways to sign in with the company's accounts, for an e-mail address or for an organization.
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { OfferedProvider } from '@routewright/contract'
import { IconBuilding } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from './use-answer.ts'

interface ProviderButtonsProps {
  email: string
  /** Organization of the link that people were given. */
  organizationId?: string | undefined
  isBusy: boolean
  onChoose(provider: OfferedProvider): void
}

export function ProviderButtons({ email, organizationId, isBusy, onChoose }: ProviderButtonsProps) {
  const { t } = useTranslation('shell')
  // Not asked at every letter.
  const [typed] = useDebouncedValue(email, 300)
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@.]{2,})$/.exec(typed)?.[1]
  const query = { ...(domain && { domain }), ...(organizationId && { organization_id: organizationId }) }
  const { data = [] } = useAnswer(['offered-providers', query], operations.listOfferedProviders, query, {
    enabled: Object.keys(query).length > 0,
    retry: false,
    how: { withoutSignIn: true },
  })
  return data.map((provider) => (
    <Button
      key={provider.id}
      variant="default"
      disabled={isBusy}
      leftSection={<IconBuilding size={18} />}
      onClick={() => onChoose(provider)}
    >
      {t('provider.sign_in', { name: provider.label })}
    </Button>
  ))
}
