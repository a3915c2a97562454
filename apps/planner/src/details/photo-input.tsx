// Photos that go with what is recorded: chosen, shown small, taken out again.
import { Button, FileButton, Group } from '@mantine/core'
import { IconPhoto, IconX } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../shell/icon-button.tsx'
import classes from './details.module.css'

const MOST = 10
const accepted = 'image/png,image/jpeg,image/webp'

interface PhotoInputProps {
  photos: readonly File[]
  onChange(photos: readonly File[]): void
}

export function PhotoInput({ photos, onChange }: PhotoInputProps) {
  const { t } = useTranslation('editor')
  const urls = useMemo(() => photos.map((photo) => URL.createObjectURL(photo)), [photos])
  useEffect(() => () => urls.forEach((url) => void URL.revokeObjectURL(url)), [urls])
  return (
    <div>
      <FileButton multiple accept={accepted} onChange={(more) => onChange([...photos, ...more].slice(0, MOST))}>
        {(props) => (
          <Button {...props} size="compact-sm" variant="default" leftSection={<IconPhoto size={15} />}>
            {t('by_hand.add_photo')}
          </Button>
        )}
      </FileButton>
      <Group gap={6} className={classes.photos}>
        {urls.map((url, index) => (
          <span key={url} className={classes.chosen}>
            <img src={url} alt={photos[index]!.name} />
            <IconButton
              icon={IconX}
              iconSize={14}
              label={t('by_hand.remove_photo', { name: photos[index]!.name })}
              onClick={() => onChange(photos.toSpliced(index, 1))}
            />
          </span>
        ))}
      </Group>
    </div>
  )
}
