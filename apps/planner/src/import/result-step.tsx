// What came of an import.
import { Button, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { countPlans, startOver, useImport } from './import-store.ts'

export function ResultStep({ planId }: { planId: string }) {
  const { t } = useTranslation('import')
  const results = useImport((state) => state.results)
  const queries = useQueryClient()
  useEffect(() => {
    void queries.invalidateQueries()
  }, [queries])
  const left = useImport((state) => countPlans(state).broken)
  const otherDays = useImport((state) => countPlans(state).other_day)
  const count = (state: string) => [...results.values()].filter((result) => result.state === state).length
  return (
    <Stack align="center" gap="sm" py="xl" role="status">
      <ThemeIcon size={56} radius="xl" color="green" variant="light">
        <IconCheck size={32} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {t('done_title')}
      </Title>
      <List listStyleType="none" ta="center">
        {(['created', 'updated', 'skipped'] as const)
          .filter((state) => count(state) > 0)
          .map((state) => (
            <List.Item key={state}>
              <Text data-result={state}>{t(`result_counts.${state}`, { count: count(state) })}</Text>
            </List.Item>
          ))}
      </List>
      {otherDays > 0 && (
        <Text c="var(--rw-late)" data-result="other_day">
          {t('result_other_days', { count: otherDays })}
        </Text>
      )}
      {left > 0 && (
        <Group gap="sm" data-result="left">
          <Text fw={600} c="var(--rw-late)">
            {t('result_left', { count: left })}
          </Text>
          <Button variant="light" size="compact-md" onClick={() => useImport.setState({ step: 'check' })}>
            {t('correct_rest')}
          </Button>
        </Group>
      )}
      <Group mt="md">
        <Button variant="default" onClick={startOver}>
          {t('another')}
        </Button>
        <Button variant="default" component={Link} to={`/plan/${planId}`} onClick={startOver}>
          {t('open_plan')}
        </Button>
        <Button component={Link} to={`/plan/${planId}?show=run`} onClick={startOver}>
          {t('plan_routes')}
        </Button>
      </Group>
    </Stack>
  )
}
