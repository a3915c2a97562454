// The region: what roads, addresses and street map are made of.
import { Button, Group, Text } from '@mantine/core'
import type { MapExtract } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { ExtractState, NewMap, Preparation, useMapChanges, useMapExtracts } from '../settings/map-settings.tsx'
import { useAction } from '../shell/use-action.ts'
import { useSettleSteps } from './settle-steps.ts'
import classes from './start.module.css'
import { StepFoot } from './step-foot.tsx'
import type { StepProps } from './step-props.ts'

export function MapStep({ project, onDone }: StepProps) {
  const { t } = useTranslation('start')
  const changes = useMapChanges()
  const { data: extracts } = useMapExtracts()
  const action = useAction()
  const settle = useSettleSteps(project.id)
  const goOn = async () => {
    if (await action.run(() => settle(['map']))) onDone()
  }
  return (
    <>
      {extracts && extracts.length > 0 && (
        <ul className={classes.list} aria-label={t('map.there')}>
          {extracts.map((extract) => (
            <Extract key={extract.id} extract={extract} />
          ))}
        </ul>
      )}
      <Preparation />
      <NewMap changes={changes} extracts={extracts} />
      <StepFoot project={project} step="map" failure={changes.failure || action.failure} onDone={onDone}>
        {extracts && extracts.length > 0 && (
          <Button loading={action.isBusy} onClick={() => void goOn()}>
            {t('map.right')}
          </Button>
        )}
      </StepFoot>
    </>
  )
}

function Extract({ extract }: { extract: MapExtract }) {
  const { t } = useTranslation('settings')
  return (
    <li>
      <Group gap="sm">
        <Text fw={600}>{extract.name}</Text>
        <Text size="sm" c="dimmed">
          {t(`maps.source.${extract.source}`)}
        </Text>
        <ExtractState extract={extract} />
      </Group>
    </li>
  )
}
