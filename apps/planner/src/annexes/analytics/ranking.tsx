// The most frequent entries, as bars.
import { Text } from '@mantine/core'
import { useFormats } from '../../shell/session.ts'
import own from './analytics.module.css'

interface RankingProps {
  title: string
  rows: readonly (readonly [string, number])[]
  name(key: string): string
}

export function Ranking({ title, rows, name }: RankingProps) {
  const formats = useFormats()
  const most = Math.max(1, ...rows.map(([, count]) => count))
  if (rows.length === 0) return null
  return (
    <section className={own.ranking} aria-label={title}>
      <Text fw={650} mb="sm">
        {title}
      </Text>
      {rows.slice(0, 8).map(([key, count]) => (
        <div key={key} className={own.rank}>
          <span>{name(key)}</span>
          <span className={own.track}>
            <span className={own.bar} style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <span className={own.number}>{formats.number(count)}</span>
        </div>
      ))}
    </section>
  )
}
