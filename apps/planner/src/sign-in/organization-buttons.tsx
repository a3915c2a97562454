// Which of a person's organizations is opened, where the password fits several.
import { Button, Stack, Text } from '@mantine/core'
import type { Login, OrganizationChoice } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../shell/states.tsx'

interface OrganizationButtonsProps extends OrganizationChoice {
  login: Login
  isSending: boolean
  failure: string
  onChoose(login: Login): void
}

export default function OrganizationButtons(props: OrganizationButtonsProps) {
  const { t } = useTranslation('shell')
  const { organizations, login, isSending, failure, onChoose } = props
  return (
    <Stack>
      <Text size="sm">{t('choose_organization')}</Text>
      {organizations.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          disabled={isSending}
          onClick={() => onChoose({ ...login, organization_id: id })}
        >
          {name}
        </Button>
      ))}
      <Refusal text={failure} />
    </Stack>
  )
}
