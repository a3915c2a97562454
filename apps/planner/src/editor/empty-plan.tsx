// A plan without anything in it: the three ways to fill it.
import { Button, Code, CopyButton, Paper, Text, Title } from '@mantine/core'
import { IconApi, IconFileImport, IconMapPinPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { Drawer } from './drawer.tsx'
import classes from './empty-plan.module.css'

export function EmptyPlan() {
  const { t } = useTranslation('editor')
  const { plan } = usePlanData()
  const navigate = useNavigate()
  const { isDrawerOpen, show } = useSelection()
  return (
    <>
      <div className={classes.page}>
        <Title order={2} size="h3" ta="center">
          {t('empty.title')}
        </Title>
        <Text c="dimmed" ta="center" mt={4}>
          {t('empty.text')}
        </Text>
        <div className={classes.ways}>
          <Way icon={<IconFileImport size={32} stroke={1.4} />} title={t('empty.import')} text={t('empty.import_text')}>
            <Button mt="auto" onClick={() => void navigate({ href: `/plan/${plan.id}/import` })}>
              {t('import')}
            </Button>
          </Way>
          <Way icon={<IconMapPinPlus size={32} stroke={1.4} />} title={t('empty.type')} text={t('empty.type_text')}>
            <Button mt="auto" variant="default" onClick={() => show('new-stop')}>
              {t('new_stop')}
            </Button>
          </Way>
          <Way icon={<IconApi size={32} stroke={1.4} />} title={t('empty.api')}>
            <ExampleCall planId={plan.id} />
          </Way>
        </div>
      </div>
      {isDrawerOpen && <Drawer />}
    </>
  )
}

function Way({ icon, title, text, children }: { icon: ReactNode; title: string; text?: string; children: ReactNode }) {
  return (
    <Paper withBorder className={classes.way}>
      {icon}
      <Title order={3} size="h5">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  )
}

function ExampleCall({ planId }: { planId: string }) {
  const { t } = useTranslation('editor')
  const example = `curl -X POST "${location.origin}/v2/stops?plan_id=${planId}&private_key=…" \\
  -H "content-type: application/json" \\
  -d '[{"label":"Anna","location":{"lat":47.14,"lng":9.52}}]'`
  return (
    <>
      <Code block className={classes.code} tabIndex={0}>
        {example}
      </Code>
      <CopyButton value={example}>
        {({ copied, copy }) => (
          <Button mt="auto" variant="default" onClick={copy}>
            {t(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </>
  )
}
