// How the timeline is looked at: near or from afar, in dense rows or normal ones, and what its bars mean.
import { Group, Popover } from '@mantine/core'
import { IconBaselineDensitySmall, IconHelpSmall, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../shell/icon-button.tsx'
import { barStates } from './bar-state.ts'
import classes from './timeline.module.css'

interface TimelineToolsProps {
  zoom: number
  onZoom(zoom: number): void
  isDense: boolean
  onDense(isDense: boolean): void
}

const STEP = 1.5
const NEAREST = 12

export function TimelineTools({ zoom, onZoom, isDense, onDense }: TimelineToolsProps) {
  const { t } = useTranslation('editor')
  return (
    <Group className={classes.zoom} gap={2}>
      <IconButton
        icon={IconMinus}
        iconSize={14}
        label={t('zoom_out')}
        size="sm"
        disabled={zoom <= 1}
        onClick={() => onZoom(Math.max(1, zoom / STEP))}
      />
      <IconButton
        icon={IconPlus}
        iconSize={14}
        label={t('zoom_in')}
        size="sm"
        disabled={zoom >= NEAREST}
        onClick={() => onZoom(zoom * STEP)}
      />
      <IconButton
        icon={IconBaselineDensitySmall}
        iconSize={14}
        label={t('dense_rows')}
        title={t('dense_rows')}
        size="sm"
        variant={isDense ? 'light' : 'subtle'}
        aria-pressed={isDense}
        onClick={() => onDense(!isDense)}
      />
      <Legend />
    </Group>
  )
}

function Legend() {
  const { t } = useTranslation('editor')
  return (
    <Popover position="top-start" withinPortal shadow="md">
      <Popover.Target>
        <IconButton
          icon={IconHelpSmall}
          iconSize={20}
          label={t('bars.legend')}
          title={t('bars.legend')}
          size="sm"
          variant="subtle"
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.legend} aria-label={t('bars.legend')}>
        {barStates.map((state) => (
          <LegendLine key={state} text={t(`bars.${state}`)}>
            <span className={classes.stop} data-state={state} data-sign={isSigned(state)}>
              {isSigned(state) ? '' : '1'}
            </span>
          </LegendLine>
        ))}
        <LegendLine text={t('bars.risky')}>
          <span className={classes.stop} data-state="planned" data-risky>
            1
          </span>
        </LegendLine>
        <LegendLine text={t('bars.ghost')}>
          <span className={classes.ghost} />
        </LegendLine>
        <LegendLine text={t('bars.waiting')}>
          <span className={classes.wait} />
        </LegendLine>
        <LegendLine text={t('break')}>
          <span className={classes.pause} />
        </LegendLine>
        <LegendLine text={t('charging')}>
          <span className={classes.charging} />
        </LegendLine>
      </Popover.Dropdown>
    </Popover>
  )
}

const isSigned = (state: (typeof barStates)[number]) => (state !== 'planned' && state !== 'next') || undefined

function LegendLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={classes.legendLine}>
      <span className={classes.sample}>{children}</span>
      {text}
    </div>
  )
}
