// The pages of a list that is longer than one.
import { Group, Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface PagerProps {
  /** Records of the whole list; nothing is shown while it is not known. */
  total: number | undefined
  pageSize: number
  page: number
  onPage(page: number): void
}

export function Pager({ total = 0, pageSize, page, onPage }: PagerProps) {
  const { t } = useTranslation('records')
  if (total <= pageSize) return null
  return (
    <Group justify="center" mt="lg">
      <Pagination
        total={Math.ceil(total / pageSize)}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t(`page_${control}`) })}
      />
    </Group>
  )
}
